// SPDX-License-Identifier: BSD-3-Clause
// Empty: CMake makes a header that others take over only where a source of its own target takes it.
