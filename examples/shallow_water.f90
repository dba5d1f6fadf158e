! SPDX-License-Identifier: BSD-3-Clause
! A hump of water on a square sea between walls: shallow water on a C grid, x fastest, forward-backward.
!
!   mpifort -I$(pkg-config --variable=moduledir seafret) shallow_water.f90 $(pkg-config --libs seafret)
!   mpirun -n 4 ./a.out;  SEAFRET_HALO=transport=pscw mpirun -n 4 ./a.out
!
! Its last line, a checksum, is the same for any number of ranks and any transport.
program shallow_water
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use mpi_f08
  use seafret
  implicit none
  integer, parameter :: n = 90, steps = 300
  real(real64), parameter :: gravity = 9.81_real64, rest = 100, dx = 1000, dt = 10
  real(real64), allocatable, target :: eta(:, :), u(:, :), v(:, :)  ! m, m/s; u and v on east and north faces
  type(seafret_domain) :: domain
  type(seafret_exchange) :: surface, flow
  integer :: own(4), rank, status, step, i, j

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call share_out()
  allocate (eta(own(1)-1:own(2)+1, own(3)-1:own(4)+1), source=0._real64)
  allocate (u, v, source=eta)
  do j = own(3), own(4)
    do i = own(1), own(2)
      eta(i, j) = hump(i, j)
    end do
  end do

  ! The momentum needs the surface of its eastern and northern neighbours, the surface the flow of its western
  ! and southern ones; none needs a corner. Beyond the walls halos stay as they are: zero.
  call seafret_exchange_init(surface, domain, arrays_of(eta), 'ij', [0, 1, 0, 1], status, &
    corners=.false., name='surface')
  call insist(status)
  call seafret_exchange_init(flow, domain, arrays_of(u, v), 'ij', [1, 0, 1, 0], status, &
    corners=.false., name='flow')
  call insist(status)

  do step = 1, steps
    call seafret_start(surface, arrays_of(eta), status)
    call insist(status)
    call momentum(own(1), own(2) - 1, own(3), own(4) - 1)  ! while the messages fly
    call seafret_finish(surface, status)
    call insist(status)
    call momentum(own(2), own(2), own(3), own(4) - 1)
    call momentum(own(1), own(2), own(4), own(4))

    call seafret_start(flow, arrays_of(u, v), status)
    call insist(status)
    call continuity(own(1) + 1, own(2), own(3) + 1, own(4))
    call seafret_finish(flow, status)
    call insist(status)
    call continuity(own(1), own(1), own(3) + 1, own(4))
    call continuity(own(1), own(2), own(3), own(3))
  end do

  call print_checksum()
  call seafret_exchange_free(surface, status)
  call insist(status)
  call seafret_exchange_free(flow, status)
  call insist(status)
  call seafret_domain_free(domain, status)
  call insist(status)
  call MPI_Finalize()

contains

  !> Each rank takes a rectangle of its own.
  subroutine share_out()
    integer :: ranks, parts(2), part(2)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    parts = 0
    call MPI_Dims_create(ranks, 2, parts)
    part = [mod(rank, parts(1)), rank/parts(1)]
    own = [part(1)*n/parts(1) + 1, (part(1) + 1)*n/parts(1), part(2)*n/parts(2) + 1, (part(2) + 1)*n/parts(2)]
    call seafret_domain_init(domain, MPI_COMM_WORLD, [n, n], own, status, periodic=[.false., .false.])
    call insist(status)
  end subroutine

  !> Without exp, whose last bit may be another elsewhere.
  pure real(real64) function hump(i, j)
    integer, intent(in) :: i, j
    hump = 1/(1 + real((i - 30)**2 + (j - 40)**2, real64)/64)
  end function

  subroutine momentum(i1, i2, j1, j2)
    integer, intent(in) :: i1, i2, j1, j2
    integer :: i, j
    do j = j1, j2
      do i = i1, i2
        if (i < n) u(i, j) = u(i, j) - dt*gravity*(eta(i+1, j) - eta(i, j))/dx
        if (j < n) v(i, j) = v(i, j) - dt*gravity*(eta(i, j+1) - eta(i, j))/dx
      end do
    end do
  end subroutine

  subroutine continuity(i1, i2, j1, j2)
    integer, intent(in) :: i1, i2, j1, j2
    integer :: i, j
    do j = j1, j2
      do i = i1, i2
        eta(i, j) = eta(i, j) - dt*rest*((u(i, j) - u(i-1, j)) + (v(i, j) - v(i, j-1)))/dx
      end do
    end do
  end subroutine

  !> Of every bit of the surface, in an order of no rank.
  subroutine print_checksum()
    integer(int64) :: mine, all
    integer :: i, j
    mine = 0
    do j = own(3), own(4)
      do i = own(1), own(2)
        mine = ieor(mine, ishftc(transfer(eta(i, j), mine), mod(i + 7*j, 64)))
      end do
    end do
    call MPI_Reduce(mine, all, 1, MPI_INTEGER8, MPI_BXOR, 0, MPI_COMM_WORLD)
    if (rank == 0) print '(z16.16)', all
  end subroutine

  !> All ranks have the same status where it says that something is refused.
  subroutine insist(status)
    integer, intent(in) :: status
    if (status == seafret_ok) return
    if (rank == 0) write (error_unit, '(2a)') 'shallow_water: ', seafret_message()
    if (status /= seafret_refused) call MPI_Abort(MPI_COMM_WORLD, 1)
    call MPI_Finalize()
    stop 1
  end subroutine
end program
