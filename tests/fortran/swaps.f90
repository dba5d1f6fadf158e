! SPDX-License-Identifier: BSD-3-Clause
! What a model in Fortran hands over: other lower bounds, sub-arrays, halos wider than are swapped, both kinds of
! communicator, several exchanges under way; and what is refused.
module checked
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi_f08
  use seafret
  implicit none
  integer, parameter :: single = kind(1.e0), wide = kind(1.d0), nx = 13, ny = 10, nz = 4
  integer :: rank, ranks, own(4), wrong = 0
contains
  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    wrong = wrong + 1
    write (error_unit, '(a, i0, 2a)') 'rank ', rank, ': ', what
  end subroutine

  subroutine good(status, what)
    integer, intent(in) :: status
    character(*), intent(in) :: what
    if (status /= seafret_ok) call expect(.false., what//': '//seafret_message())
  end subroutine

  !> What a column holds, wherever it is held.
  pure integer function known(i, j, k)
    integer, intent(in) :: i, j, k
    known = 1 + modulo(i - 1, nx) + 20*modulo(j - 1, ny) + 400*k
  end function

  !> Whether a column beyond the owned ones is in a halo of such a width.
  pure logical function swapped(i, j, halo, corners)
    integer, intent(in) :: i, j, halo
    logical, intent(in) :: corners
    logical :: beside, above
    beside = i < own(1) .or. i > own(2)
    above = j < own(3) .or. j > own(4)
    swapped = (corners .or. .not. (beside .and. above)) .and. i >= own(1) - halo .and. i <= own(2) + halo &
      .and. j >= own(3) - halo .and. j <= own(4) + halo
  end function
end module

program swaps
  use, intrinsic :: iso_c_binding
  use checked
  implicit none
  type(seafret_domain) :: domain
  integer :: status

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  own = [1, nx, rank*ny/ranks + 1, (rank + 1)*ny/ranks]
  call seafret_domain_init(domain, MPI_COMM_WORLD, [nx, ny], own, status)
  call good(status, 'domain')
  call levels_fastest()
  call x_fastest()
  call two_under_way()
  call shared_memory()
  call refused()
  call seafret_domain_free(domain, status)
  call good(status, 'domain_free')
  call sub_communicator()
  call with_land()

  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (rank == 0 .and. wrong == 0) print '(a)', 'all as it should be'
  call MPI_Finalize()
  if (wrong > 0) stop 1

contains

  !> (z, y, x) as MONC, single precision, halos of two held and one swapped, without corners.
  subroutine levels_fastest()
    real(single), target :: p(0:nz-1, own(3)-2:own(4)+2, own(1)-2:own(2)+2)
    type(seafret_exchange) :: exchange
    integer :: i, j, k, bad
    p = -1
    do i = own(1), own(2)
      do j = own(3), own(4)
        do k = 0, nz - 1
          p(k, j, i) = real(known(i, j, k), single)
        end do
      end do
    end do
    call seafret_exchange_init(exchange, domain, arrays_of(p), 'kji', [1], status, corners=.false.)
    call good(status, 'kji')
    call seafret_start(exchange, arrays_of(p), status)
    call good(status, 'start')
    call seafret_finish(exchange, status)
    call good(status, 'finish')
    bad = 0
    do i = lbound(p, 3), ubound(p, 3)
      do j = lbound(p, 2), ubound(p, 2)
        do k = 0, nz - 1
          if (swapped(i, j, 1, .false.)) then
            if (nint(p(k, j, i)) /= known(i, j, k)) bad = bad + 1
          else if (nint(p(k, j, i)) /= -1) then
            bad = bad + 1
          end if
        end do
      end do
    end do
    call expect(bad == 0, 'levels fastest')
    call seafret_exchange_free(exchange, status)
    call good(status, 'exchange_free')
  end subroutine

  !> (x, y, z) as NEMO, in every second place of a larger array, with more columns held in the west.
  subroutine x_fastest()
    real, target :: t(2*(nx + 5), own(3)-1:own(4)+1, 2*nz)
    integer, target :: mask(nx + 5, own(4) - own(3) + 3)
    type(seafret_exchange) :: exchange
    integer :: i, j, k, bad
    t = -1
    mask = -1
    do j = own(3), own(4)
      do i = 1, nx
        mask(i + 3, j - own(3) + 2) = known(i, j, 0)
        do k = 1, nz
          t(2*(i + 3), j, k + nz) = real(known(i, j, k))
        end do
      end do
    end do
    call seafret_exchange_init(exchange, domain, arrays_of(t(2::2, :, nz+1:), mask), 'ijk', [2, 2, 1, 1], status, &
      held=[3, 2, 1, 1])
    call good(status, 'ijk')
    call seafret_start(exchange, arrays_of(t(2::2, :, nz+1:), mask), status)
    call good(status, 'start')
    call seafret_finish(exchange, status)
    call good(status, 'finish')
    bad = 0
    do j = own(3) - 1, own(4) + 1
      do i = -1, nx + 2
        if (mask(i + 3, j - own(3) + 2) /= known(i, j, 0)) bad = bad + 1
        do k = 1, nz
          if (nint(t(2*(i + 3), j, k + nz)) /= known(i, j, k)) bad = bad + 1
        end do
      end do
    end do
    call expect(bad == 0, 'x fastest')
    call expect(all(nint(t(1::2, :, :)) == -1) .and. all(nint(t(:, :, :nz)) == -1), 'what lies between')
    call expect(all(nint(t(2:2, :, :)) == -1), 'what is held and not swapped')
    call seafret_exchange_free(exchange, status)
    call good(status, 'exchange_free')
  end subroutine

  subroutine two_under_way()
    real(wide), target :: a(nz, own(1)-2:own(2)+2, own(3)-2:own(4)+2)
    real(wide), target :: b(own(1)-1:own(2)+1, own(3)-1:own(4)+1)
    type(seafret_exchange) :: deep, flat
    type(seafret_arrays) :: list
    integer :: i, j, k
    a = -1
    b = -1
    do j = own(3), own(4)
      do i = own(1), own(2)
        a(:, i, j) = [(real(known(i, j, k), wide), k = 1, nz)]
        b(i, j) = real(known(i, j, 0), wide)
      end do
    end do
    call seafret_add(list, a)
    call seafret_exchange_init(deep, domain, list, 'kij', [2], status, name='deep', options='transport=fence')
    call good(status, 'deep')
    call seafret_exchange_init(flat, domain, arrays_of(b), 'ij', [1], status, name='flat')
    call good(status, 'flat')
    call seafret_start(deep, list, status)
    call good(status, 'start deep')
    call seafret_start(flat, arrays_of(b), status)
    call good(status, 'start flat')
    call seafret_finish(deep, status)
    call good(status, 'finish deep')
    call seafret_finish(flat, status)
    call good(status, 'finish flat')
    do j = own(3) - 2, own(4) + 2
      do i = own(1) - 2, own(2) + 2
        call expect(all(nint(a(:, i, j)) == [(known(i, j, k), k = 1, nz)]), 'deep')
        if (swapped(i, j, 1, .true.)) call expect(nint(b(i, j)) == known(i, j, 0), 'flat')
      end do
    end do
    call seafret_exchange_free(deep, status)
    call good(status, 'exchange_free')
    call seafret_exchange_free(flat, status)
    call good(status, 'exchange_free')
  end subroutine

  !> Direct copy, out of memory of the node.
  subroutine shared_memory()
    type(seafret_exchange) :: exchange
    type(c_ptr) :: memory
    real(wide), pointer :: p(:, :)
    integer :: width, height, j
    width = nx + 2
    height = own(4) - own(3) + 3
    call seafret_allocate(domain, int(storage_size(0._wide)/8*width*height, c_size_t), memory, status)
    call good(status, 'allocate')
    call c_f_pointer(memory, p, [width, height])
    p = -1
    p(2:nx+1, 2:height-1) = rank
    call seafret_exchange_init(exchange, domain, arrays_of(p), 'ij', [1], status, options='on_node=direct')
    call good(status, 'direct')
    call seafret_start(exchange, arrays_of(p), status)
    call good(status, 'start')
    call seafret_finish(exchange, status)
    call good(status, 'finish')
    do j = 2, height - 1
      call expect(nint(p(1, j)) == rank, 'west')
    end do
    call expect(nint(p(2, 1)) == modulo(rank - 1, ranks) .and. nint(p(2, height)) == modulo(rank + 1, ranks), 'south, north')
    call seafret_exchange_free(exchange, status)
    call good(status, 'exchange_free')
    call seafret_deallocate(domain, memory, status)
    call good(status, 'deallocate')
  end subroutine

  subroutine refused()
    real(wide), target :: p(nz, nx + 3, own(4) - own(3) + 3), q(nz, nx + 2, own(4) - own(3) + 3)
    type(seafret_exchange) :: exchange
    type(seafret_domain) :: none
    p = 0
    q = 0
    call seafret_exchange_init(exchange, domain, arrays_of(p), 'kij', [1], status)
    call expect(status == seafret_refused .and. index(seafret_message(), '`held`') > 0, 'three columns too many')
    call seafret_exchange_init(exchange, domain, arrays_of(q), 'kij', [2], status)
    call expect(status == seafret_refused .and. index(seafret_message(), 'halos of 2') > 0, 'halo too wide')
    call seafret_exchange_init(exchange, domain, arrays_of(q), 'ij', [1], status)
    call expect(status == seafret_refused, 'no place for the levels')
    call seafret_exchange_init(exchange, domain, arrays_of(q), 'kij', [1], status, options='transport=nonsense')
    call expect(status == seafret_refused .and. index(seafret_message(), 'nonsense') > 0, 'no such transport')
    call seafret_exchange_init(exchange, none, arrays_of(q), 'kij', [1], status)
    call expect(status == seafret_misused, 'no domain')
    call seafret_start(exchange, arrays_of(q), status)
    call expect(status == seafret_misused, 'no exchange')
    call seafret_exchange_init(exchange, domain, arrays_of(q), 'kij', [1], status)
    call good(status, 'kij')
    call seafret_start(exchange, arrays_of(q, q), status)
    call expect(status == seafret_misused .and. index(seafret_message(), 'started with 2') > 0, 'two arrays for one')
    call seafret_start(exchange, arrays_of(q(1:2, :, :)), status)
    call expect(status == seafret_misused, 'fewer levels')
    call seafret_finish(exchange, status)
    call expect(status == seafret_misused, 'not started')
    call seafret_exchange_free(exchange, status)
    call good(status, 'exchange_free')
  end subroutine

  !> The ranks in two halves, each with a domain of its own, by the old kind of communicator.
  subroutine sub_communicator()
    type(MPI_Comm) :: half
    integer :: colour, part, parts, box(4)
    colour = rank*2/ranks
    call MPI_Comm_split(MPI_COMM_WORLD, colour, rank, half)
    call MPI_Comm_rank(half, part)
    call MPI_Comm_size(half, parts)
    call seafret_domain_partition(domain, half%mpi_val, [4*parts, 4], status, options='partitioner=blocks')
    call good(status, 'partition of a half')
    call seafret_domain_owned(domain, part, box, status)
    call good(status, 'owned')
    call expect((box(2) - box(1) + 1)*(box(4) - box(3) + 1) == 16, 'a share of a half')
    call seafret_domain_free(domain, status)
    call good(status, 'domain_free')
    call MPI_Comm_free(half)
  end subroutine

  subroutine with_land()
    integer, target :: p(0:nx+1, own(3)-1:own(4)+1)
    logical :: wet(nx, own(3):own(4))
    type(seafret_exchange) :: exchange
    integer :: i, j, bad
    do j = own(3), own(4)
      wet(:, j) = [(mod(known(i, j, 0), 3) /= 0, i = 1, nx)]
    end do
    call seafret_domain_init(domain, MPI_COMM_WORLD, [nx, ny], own, status, periodic=[.true., .false.], wet=wet)
    call good(status, 'land')
    p = -1
    p(1:nx, own(3):own(4)) = 7
    call seafret_exchange_init(exchange, domain, arrays_of(p), 'ij', [1], status)
    call good(status, 'land')
    call seafret_start(exchange, arrays_of(p), status)
    call good(status, 'start')
    call seafret_finish(exchange, status)
    call good(status, 'finish')
    bad = 0
    do j = own(3) - 1, own(4) + 1
      do i = 0, nx + 1
        if (.not. swapped(i, j, 1, .true.)) cycle
        if (i >= 1 .and. i <= nx .and. j >= own(3) .and. j <= own(4)) cycle
        if ((p(i, j) == 7) .neqv. (mod(known(i, j, 0), 3) /= 0 .and. j >= 1 .and. j <= ny)) bad = bad + 1
      end do
    end do
    call expect(bad == 0, 'only water comes')
    call seafret_exchange_free(exchange, status)
    call good(status, 'exchange_free')
    call seafret_domain_free(domain, status)
    call good(status, 'domain_free')
  end subroutine
end program
