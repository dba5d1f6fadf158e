! SPDX-License-Identifier: BSD-3-Clause
!> The halo swaps of seafret for models in Fortran; docs/use.md shows their use, comms/c/seafret.h says
!> what the calls do, which are collective, and what their status means.
!>
!> Columns are numbered from 1. Arrays are passed as they are, halos and all: any type and kind, any
!> order of the indices, any lower bounds, sub-arrays too. They must be targets, or asynchronous, from
!> seafret_start to seafret_finish, as for MPI_Isend.
module seafret
  use, intrinsic :: iso_c_binding
  use mpi_f08, only: MPI_Comm
  implicit none
  private

  integer, parameter, public :: seafret_ok = 0, seafret_refused = 1, seafret_misused = 2, seafret_lost = 3

  public :: seafret_domain, seafret_exchange, seafret_arrays, arrays_of, seafret_add, seafret_message
  public :: seafret_domain_init, seafret_domain_partition, seafret_domain_owned, seafret_domain_free
  public :: seafret_exchange_init, seafret_start, seafret_finish, seafret_exchange_free
  public :: seafret_allocate, seafret_deallocate

  !> Which columns each rank owns.
  type :: seafret_domain
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

  !> Fills the halos of a list of arrays.
  type :: seafret_exchange
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

  type, bind(c) :: item  ! FortranArray in arrays.hpp
    type(c_ptr) :: first
    integer(c_size_t) :: element
    integer(c_int) :: dimensions
    integer(c_ptrdiff_t) :: extent(3), stride(3)
  end type

  !> A list of arrays, as arrays_of(u, v, w) makes it or seafret_add lengthens it.
  type :: seafret_arrays
    private
    type(item), allocatable :: items(:)
  end type

  type, bind(c) :: grid_t
    integer(c_int) :: nx, ny, periodic_x, periodic_y
  end type
  type, bind(c) :: box_t
    integer(c_int) :: x0, x1, y0, y1
  end type
  type, bind(c) :: halo_t
    integer(c_int) :: west, east, south, north, corners
  end type

  !> seafret_domain_init(domain, comm, columns, owned, status [, periodic, wet, options]): where the
  !> caller has shared out the columns. `comm` is type(MPI_Comm) or an integer.
  interface seafret_domain_init
    module procedure domain_init, domain_init_f08
  end interface
  !> seafret_domain_partition(domain, comm, columns, status [, periodic, wet, options]): where a
  !> partitioner does.
  interface seafret_domain_partition
    module procedure domain_partition, domain_partition_f08
  end interface

  interface
    subroutine describe(array, described) bind(c, name="seafret_fortran_describe")
      import item
      type(*), dimension(..), intent(in) :: array
      type(item), intent(out) :: described
    end subroutine
    integer(c_int) function c_domain_init(comm, grid, owned, wet, options, domain) &
        bind(c, name="seafret_fortran_domain_init")
      import c_int, c_ptr, c_char, grid_t, box_t
      integer(c_int), value :: comm
      type(grid_t), intent(in) :: grid
      type(box_t), intent(in) :: owned
      type(c_ptr), value :: wet
      character(kind=c_char), intent(in) :: options(*)
      type(c_ptr), intent(inout) :: domain
    end function
    integer(c_int) function c_domain_partition(comm, grid, wet, options, domain) &
        bind(c, name="seafret_fortran_domain_partition")
      import c_int, c_ptr, c_char, grid_t
      integer(c_int), value :: comm
      type(grid_t), intent(in) :: grid
      type(c_ptr), value :: wet
      character(kind=c_char), intent(in) :: options(*)
      type(c_ptr), intent(inout) :: domain
    end function
    integer(c_int) function c_domain_owned(domain, rank, owned) bind(c, name="seafret_domain_owned")
      import c_int, c_ptr, box_t
      type(c_ptr), value :: domain
      integer(c_int), value :: rank
      type(box_t), intent(out) :: owned
    end function
    integer(c_int) function c_domain_free(domain) bind(c, name="seafret_domain_free")
      import c_int, c_ptr
      type(c_ptr), intent(inout) :: domain
    end function
    integer(c_int) function c_exchange_init(domain, name, count, items, order, halo, held, options, exchange) &
        bind(c, name="seafret_fortran_exchange_init")
      import c_int, c_ptr, c_char, item, halo_t
      type(c_ptr), value :: domain
      character(kind=c_char), intent(in) :: name(*), order(*), options(*)
      integer(c_int), value :: count
      type(item), intent(in) :: items(*)
      type(halo_t), intent(in) :: halo
      integer(c_int), intent(in) :: held(4)
      type(c_ptr), intent(inout) :: exchange
    end function
    integer(c_int) function c_start(exchange, count, items) bind(c, name="seafret_fortran_start")
      import c_int, c_ptr, item
      type(c_ptr), value :: exchange
      integer(c_int), value :: count
      type(item), intent(in) :: items(*)
    end function
    integer(c_int) function c_finish(exchange) bind(c, name="seafret_fortran_finish")
      import c_int, c_ptr
      type(c_ptr), value :: exchange
    end function
    integer(c_int) function c_exchange_free(exchange) bind(c, name="seafret_fortran_exchange_free")
      import c_int, c_ptr
      type(c_ptr), intent(inout) :: exchange
    end function
    integer(c_int) function c_allocate(domain, bytes, memory) bind(c, name="seafret_allocate")
      import c_int, c_ptr, c_size_t
      type(c_ptr), value :: domain
      integer(c_size_t), value :: bytes
      type(c_ptr), intent(out) :: memory
    end function
    integer(c_int) function c_deallocate(domain, memory) bind(c, name="seafret_deallocate")
      import c_int, c_ptr
      type(c_ptr), value :: domain
      type(c_ptr), intent(inout) :: memory
    end function
    type(c_ptr) function c_message() bind(c, name="seafret_message")
      import c_ptr
    end function
    integer(c_size_t) function strlen(text) bind(c)
      import c_ptr, c_size_t
      type(c_ptr), value :: text
    end function
  end interface

contains

  !> What was wrong with the last call whose status was not seafret_ok.
  function seafret_message() result(message)
    character(:), allocatable :: message
    character(kind=c_char), pointer :: letters(:)
    integer :: n
    call c_f_pointer(c_message(), letters, [strlen(c_message())])
    allocate (character(size(letters)) :: message)
    do n = 1, size(letters)
      message(n:n) = letters(n)
    end do
  end function

  subroutine domain_init(domain, comm, columns, owned, status, periodic, wet, options)
    type(seafret_domain), intent(inout) :: domain
    integer, intent(in) :: comm
    integer, intent(in) :: columns(2)            !< of the whole grid, in x and in y
    integer, intent(in) :: owned(4)              !< first and last in x, first and last in y
    integer, intent(out) :: status
    logical, intent(in), optional :: periodic(2) !< in x, in y; .true. unless said otherwise
    logical, intent(in), optional :: wet(:, :)   !< of the owned columns; all unless said otherwise
    character(*), intent(in), optional :: options
    integer(c_signed_char), allocatable, target :: flags(:)
    call set_flags(flags, wet)
    status = c_domain_init(int(comm, c_int), grid_of(columns, periodic), &
      box_t(owned(1) - 1, owned(2), owned(3) - 1, owned(4)), address_of(flags), text_of(options), domain%handle)
  end subroutine

  subroutine domain_init_f08(domain, comm, columns, owned, status, periodic, wet, options)
    type(seafret_domain), intent(inout) :: domain
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: columns(2), owned(4)
    integer, intent(out) :: status
    logical, intent(in), optional :: periodic(2), wet(:, :)
    character(*), intent(in), optional :: options
    call domain_init(domain, comm%mpi_val, columns, owned, status, periodic, wet, options)
  end subroutine

  subroutine domain_partition(domain, comm, columns, status, periodic, wet, options)
    type(seafret_domain), intent(inout) :: domain
    integer, intent(in) :: comm, columns(2)
    integer, intent(out) :: status
    logical, intent(in), optional :: periodic(2)
    logical, intent(in), optional :: wet(:, :)   !< of the whole grid, the same on all ranks
    character(*), intent(in), optional :: options
    integer(c_signed_char), allocatable, target :: flags(:)
    call set_flags(flags, wet)
    status = c_domain_partition(int(comm, c_int), grid_of(columns, periodic), address_of(flags), &
      text_of(options), domain%handle)
  end subroutine

  subroutine domain_partition_f08(domain, comm, columns, status, periodic, wet, options)
    type(seafret_domain), intent(inout) :: domain
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: columns(2)
    integer, intent(out) :: status
    logical, intent(in), optional :: periodic(2), wet(:, :)
    character(*), intent(in), optional :: options
    call domain_partition(domain, comm%mpi_val, columns, status, periodic, wet, options)
  end subroutine

  !> First and last column in x, first and last in y, of a rank of the domain.
  subroutine seafret_domain_owned(domain, rank, owned, status)
    type(seafret_domain), intent(in) :: domain
    integer, intent(in) :: rank
    integer, intent(out) :: owned(4), status
    type(box_t) :: box
    status = c_domain_owned(domain%handle, int(rank, c_int), box)
    if (status == seafret_ok) owned = [box%x0 + 1, box%x1, box%y0 + 1, box%y1]
  end subroutine

  subroutine seafret_domain_free(domain, status)
    type(seafret_domain), intent(inout) :: domain
    integer, intent(out) :: status
    status = c_domain_free(domain%handle)
  end subroutine

  !> A list of up to eight arrays.
  function arrays_of(a, b, c, d, e, f, g, h) result(arrays)
    type(*), dimension(..), intent(in), target :: a
    type(*), dimension(..), intent(in), target, optional :: b, c, d, e, f, g, h
    type(seafret_arrays) :: arrays
    call seafret_add(arrays, a)
    if (present(b)) call seafret_add(arrays, b)
    if (present(c)) call seafret_add(arrays, c)
    if (present(d)) call seafret_add(arrays, d)
    if (present(e)) call seafret_add(arrays, e)
    if (present(f)) call seafret_add(arrays, f)
    if (present(g)) call seafret_add(arrays, g)
    if (present(h)) call seafret_add(arrays, h)
  end function

  !> One array more in a list.
  subroutine seafret_add(arrays, array)
    type(seafret_arrays), intent(inout) :: arrays
    type(*), dimension(..), intent(in), target :: array
    type(item) :: described
    call describe(array, described)
    if (.not. allocated(arrays%items)) allocate (arrays%items(0))
    arrays%items = [arrays%items, described]
  end subroutine

  !> An exchange of arrays like these, which may be others at each start.
  subroutine seafret_exchange_init(exchange, domain, arrays, order, halo, status, corners, held, name, options)
    type(seafret_exchange), intent(inout) :: exchange
    type(seafret_domain), intent(in) :: domain
    type(seafret_arrays), intent(in) :: arrays
    character(*), intent(in) :: order             !< of the indices, as "kij"; arrays without levels have no k
    integer, intent(in) :: halo(:)                !< columns: [2], or [west, east, south, north]
    integer, intent(out) :: status
    logical, intent(in), optional :: corners      !< .true. unless said otherwise
    integer, intent(in), optional :: held(4)      !< columns that arrays hold beyond the owned ones, west, east,
                                                  !< south, north; as many on both sides unless said otherwise
    character(*), intent(in), optional :: name, options
    type(item) :: none(0)
    type(halo_t) :: sides
    integer(c_int) :: beyond(4)
    integer :: n
    logical :: diagonal
    diagonal = .true.
    if (present(corners)) diagonal = corners
    beyond = -1
    if (present(held)) beyond = held
    n = size(halo)
    sides = halo_t(halo(1), halo(min(2, n)), halo(min(3, n)), halo(n), merge(1, 0, diagonal))
    if (allocated(arrays%items)) then
      status = c_exchange_init(domain%handle, text_of(name), size(arrays%items), arrays%items, &
        trim(order)//c_null_char, sides, beyond, text_of(options), exchange%handle)
    else
      status = c_exchange_init(domain%handle, text_of(name), 0, none, trim(order)//c_null_char, sides, beyond, &
        text_of(options), exchange%handle)
    end if
  end subroutine

  !> Sends; the arrays are read-only until seafret_finish has returned.
  subroutine seafret_start(exchange, arrays, status)
    type(seafret_exchange), intent(inout) :: exchange
    type(seafret_arrays), intent(in) :: arrays
    integer, intent(out) :: status
    type(item) :: none(0)
    if (allocated(arrays%items)) then
      status = c_start(exchange%handle, size(arrays%items), arrays%items)
    else
      status = c_start(exchange%handle, 0, none)
    end if
  end subroutine

  !> Waits for the neighbours and fills the halos.
  subroutine seafret_finish(exchange, status)
    type(seafret_exchange), intent(inout) :: exchange
    integer, intent(out) :: status
    status = c_finish(exchange%handle)
  end subroutine

  subroutine seafret_exchange_free(exchange, status)
    type(seafret_exchange), intent(inout) :: exchange
    integer, intent(out) :: status
    status = c_exchange_free(exchange%handle)
  end subroutine

  !> Memory that node mates share, for c_f_pointer: where arrays must lie for on_node=direct.
  subroutine seafret_allocate(domain, bytes, memory, status)
    type(seafret_domain), intent(in) :: domain
    integer(c_size_t), intent(in) :: bytes
    type(c_ptr), intent(out) :: memory
    integer, intent(out) :: status
    status = c_allocate(domain%handle, bytes, memory)
  end subroutine

  subroutine seafret_deallocate(domain, memory, status)
    type(seafret_domain), intent(in) :: domain
    type(c_ptr), intent(inout) :: memory
    integer, intent(out) :: status
    status = c_deallocate(domain%handle, memory)
  end subroutine

  function text_of(text) result(ended)
    character(*), intent(in), optional :: text
    character(:), allocatable :: ended
    ended = c_null_char
    if (present(text)) ended = trim(text)//c_null_char
  end function

  function grid_of(columns, periodic) result(grid)
    integer, intent(in) :: columns(2)
    logical, intent(in), optional :: periodic(2)
    type(grid_t) :: grid
    grid = grid_t(columns(1), columns(2), 1, 1)
    if (.not. present(periodic)) return
    grid%periodic_x = merge(1, 0, periodic(1))
    grid%periodic_y = merge(1, 0, periodic(2))
  end function

  !> 1 where wet, 0 else; nothing where nothing is said.
  subroutine set_flags(flags, wet)
    integer(c_signed_char), allocatable, intent(out) :: flags(:)
    logical, intent(in), optional :: wet(:, :)
    integer(c_size_t) :: cells
    cells = 0
    if (present(wet)) cells = size(wet, kind=c_size_t)
    allocate (flags(cells))
    if (cells > 0) flags = reshape(merge(1_c_signed_char, 0_c_signed_char, wet), [cells])
  end subroutine

  function address_of(flags) result(address)
    integer(c_signed_char), intent(in), target :: flags(:)
    type(c_ptr) :: address
    address = c_null_ptr
    if (size(flags) > 0) address = c_loc(flags)
  end function
end module
