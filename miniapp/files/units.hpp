// SPDX-License-Identifier: BSD-3-Clause
// How files of oceans and atmospheres spell the units in which this program reads them; what it
// says itself comes first.
#pragma once
#include <array>
#include <string_view>

namespace seafret::units {

inline constexpr std::array<std::string_view, 6> metres{"m",     "meter",  "meters",
                                                        "metre", "metres", "M"};
inline constexpr std::array<std::string_view, 15> degrees{
    "degrees",  "degree",       "deg",       "degrees_east", "degree_east",
    "degree_E", "degrees_E",    "degreeE",   "degreesE",     "degrees_north",
    "degree_N", "degree_north", "degrees_N", "degreeN",      "degreesN"};
inline constexpr std::array<std::string_view, 10> celsius{
    "degrees C", "degree_Celsius", "degrees_Celsius", "degree_C", "degrees_C",
    "degC",      "deg_C",          "Celsius",         "celsius",  "C"};
inline constexpr std::array<std::string_view, 9> stress{
    "N/m2", "N m-2", "N/m^2", "N m^-2", "N.m-2", "N m**-2", "Pa", "pascal", "newton m-2"};
inline constexpr std::array<std::string_view, 7> heat_flux{"W/m2",  "W m-2",   "W/m^2",   "W m^-2",
                                                           "W.m-2", "W m**-2", "watt m-2"};

}  // namespace seafret::units
