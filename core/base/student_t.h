// Student's t distribution. Pure functions, any thread.
#pragma once

namespace yardstick {

/// The two-sided 95 % quantile; degreesOfFreedom ≥ 1, need not be whole.
double studentT975(double degreesOfFreedom);
/// How probable a value further from 0 than t is, on both sides (Abramowitz and Stegun 26.7.1).
double bothTails(double t, double degreesOfFreedom);

} // namespace yardstick
