! SPDX-License-Identifier: BSD-3-Clause
! Thirty fields of columns, levels fastest, as MONC keeps them: (z, y, x). They are carried by a steady wind,
! with halos of two columns and corners; then their swap is timed with eight transports.
!
!   mpifort -I$(pkg-config --variable=moduledir seafret) columns.f90 $(pkg-config --libs seafret)
!   mpirun -n 4 ./a.out
!
! Its last line, a checksum, is the same for any number of ranks and any transport.
program columns
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use mpi_f08
  use seafret
  implicit none
  integer, parameter :: nx = 32, ny = 24, nz = 40, fields = 30, halo = 2, steps = 20
  character(14), parameter :: transports(*) = [character(14) :: 'p2p', 'p2p_persistent', 'neighbour', &
    'fence', 'pscw', 'passive', 'notified', 'shared']
  type :: field
    real(real64), allocatable :: now(:, :, :), next(:, :, :)
  end type
  type(field), target :: q(fields)
  type(seafret_domain) :: domain
  type(seafret_exchange) :: swap
  integer :: own(4), rank, ranks, status, step, f, n

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  own = [1, nx, rank*ny/ranks + 1, (rank + 1)*ny/ranks]
  call seafret_domain_init(domain, MPI_COMM_WORLD, [nx, ny], own, status)
  call insist(status)
  do f = 1, fields
    call begin(q(f), f)
  end do
  call seafret_exchange_init(swap, domain, list(), 'kji', [halo], status, name='columns')
  call insist(status)
  do step = 1, steps
    call seafret_start(swap, list(), status)
    call insist(status)
    call seafret_finish(swap, status)
    call insist(status)
    do f = 1, fields
      call carry(q(f))
    end do
  end do
  call seafret_exchange_free(swap, status)
  call insist(status)

  do n = 1, size(transports)
    call time_with(trim(transports(n)))
  end do

  call print_checksum()
  call seafret_domain_free(domain, status)
  call insist(status)
  call MPI_Finalize()

contains

  !> All fields, where they are now.
  function list() result(arrays)
    type(seafret_arrays) :: arrays
    integer :: f
    do f = 1, fields
      call seafret_add(arrays, q(f)%now)
    end do
  end function

  subroutine begin(q, f)
    type(field), intent(inout) :: q
    integer, intent(in) :: f
    integer :: i, j, k
    allocate (q%now(nz, own(3)-halo:own(4)+halo, own(1)-halo:own(2)+halo))
    allocate (q%next, source=q%now)
    do i = own(1), own(2)
      do j = own(3), own(4)
        q%now(:, j, i) = [(real(mod(i*j + k*f, 17), real64), k = 1, nz)]
      end do
    end do
  end subroutine

  !> A third to the east, a third to the north-east, the rest stays; a little comes from two columns off.
  subroutine carry(q)
    type(field), intent(inout) :: q
    real(real64), allocatable :: last(:, :, :)
    integer :: i, j
    do i = own(1), own(2)
      do j = own(3), own(4)
        q%next(:, j, i) = (q%now(:, j, i) + q%now(:, j, i-1) + q%now(:, j-1, i-1))/3 &
          + (q%now(:, j, i-2) - q%now(:, j+2, i+2))/64
      end do
    end do
    call move_alloc(q%now, last)
    call move_alloc(q%next, q%now)
    call move_alloc(last, q%next)
  end subroutine

  subroutine time_with(transport)
    character(*), intent(in) :: transport
    real(real64) :: from
    integer :: n
    call seafret_exchange_init(swap, domain, list(), 'kji', [halo], status, options='transport='//transport)
    if (status == seafret_refused .and. rank == 0) print '(2a)', transport, ': not here'
    if (status == seafret_refused) return
    from = MPI_Wtime()
    do n = 1, 20
      call seafret_start(swap, list(), status)
      call seafret_finish(swap, status)
    end do
    if (rank == 0) print '(2a, f9.1, a)', transport, ':', 1e6_real64*(MPI_Wtime() - from)/20, ' us a swap'
    call seafret_exchange_free(swap, status)
    call insist(status)
  end subroutine

  !> Of every bit of every field, in an order of no rank.
  subroutine print_checksum()
    integer(int64) :: mine, all
    integer :: i, j, k, f
    mine = 0
    do f = 1, fields
      do i = own(1), own(2)
        do j = own(3), own(4)
          do k = 1, nz
            mine = ieor(mine, ishftc(transfer(q(f)%now(k, j, i), mine), mod(i + 7*j + 11*k + 13*f, 64)))
          end do
        end do
      end do
    end do
    call MPI_Reduce(mine, all, 1, MPI_INTEGER8, MPI_BXOR, 0, MPI_COMM_WORLD)
    if (rank == 0) print '(z16.16)', all
  end subroutine

  !> All ranks have the same status where it says that something is refused.
  subroutine insist(status)
    integer, intent(in) :: status
    if (status == seafret_ok) return
    if (rank == 0) write (error_unit, '(2a)') 'columns: ', seafret_message()
    if (status /= seafret_refused) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Finalize()
    stop 1
  end subroutine
end program
