// What the C++ twin works with: exact roundings, and one parameter set, one market and one row of figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

using i32 = std::int32_t;
using i64 = std::int64_t;
using i128 = __int128;

namespace twin {

constexpr i64 ONE = 100'000'000;
constexpr i64 NEVER = std::numeric_limits<i64>::max();
constexpr i64 FAR = i64{1} << 30;  // Beyond every price.

[[noreturn]] inline void refuse(const char* sentence) {
  std::fprintf(stderr, "twin: %s\n", sentence);
  std::exit(1);
}

// ---- roundings: a quotient is taken in double first, and in 128 bits where double cannot tell the side --------------

constexpr double FLOAT_ERROR = 0x1p-46;

inline i64 floorDivide(i128 top, i128 bottom) {
  const i128 quotient = top / bottom;
  return static_cast<i64>(top % bottom < 0 ? quotient - 1 : quotient);
}

template <class Exact>
inline i64 floorNear(double estimate, double magnitude, Exact exact) {
  const double error = magnitude * FLOAT_ERROR;
  const double low = std::floor(estimate - error);
  if (low == std::floor(estimate + error)) return static_cast<i64>(low);
  const auto [top, bottom] = exact();
  return floorDivide(top, bottom);
}

template <class Exact>
inline i64 ceilNear(double estimate, double magnitude, Exact exact) {
  const double error = magnitude * FLOAT_ERROR;
  const double low = std::ceil(estimate - error);
  if (low == std::ceil(estimate + error)) return static_cast<i64>(low);
  const auto [top, bottom] = exact();
  return -floorDivide(-top, bottom);
}

struct Quotient {
  i128 top, bottom;
};

// amount · rate, a half away from zero; the amount is not negative.
inline i64 shareOf(i64 amount, i64 rate) {
  const i64 magnitude = std::abs(rate);
  const i64 share = amount / ONE * magnitude + (amount % ONE * magnitude + ONE / 2) / ONE;
  return rate < 0 ? -share : share;
}

inline i64 partOf(i64 amount, i64 part, i64 whole) {
  const double estimate = static_cast<double>(amount) * static_cast<double>(part) / static_cast<double>(whole);
  return floorNear(estimate, std::abs(estimate), [=] { return Quotient{static_cast<i128>(amount) * part, whole}; });
}

inline i64 ceilDivide(i64 top, i64 bottom) { return (top + bottom - 1) / bottom; }  // The top is not negative.
inline i64 slippedUp(i64 price, i64 slippage) { return ceilDivide(price * (ONE + slippage), ONE); }
inline i64 slippedDown(i64 price, i64 slippage) { return std::max<i64>(1, price * (ONE - slippage) / ONE); }

// ---- what is read ---------------------------------------------------------------------------------------------------

struct Ratio {
  i128 top, bottom;
  double near;
};

struct Level {
  Ratio deviation, size;
};

struct Tier {
  i64 floor, cap, rate, cumulative;
};

struct Plan {
  i64 sign, wallet, unit, quantityMin, quantityMax, marketQuantityMax, notionalMin, slippage, makerFee, takerFee,
      baseNotional, active, takeProfit, isProfitOfBase, isNet, isMarketExit, exitFee, trailing, stopLoss, isStopOfAverage, cooldown, cyclesMax, leverage,
      marginMax;
  std::vector<Level> levels;
  std::vector<Tier> tiers;
};

struct Market {
  i64 minutes, settlements;
  std::vector<i32> open, high, low, close, volume, fundingMinute, fundingRate;
};

struct Figures {
  i64 cycles, wins, fills, gross, commission, funding, liquidationFee, unrealized, equityEnd, maxDrawdown;
  double maxDrawdownShare;
  i64 worstOpenLoss, peakMargin, levelsFilledMax, minutesInPosition, liquidations, bestCycle, worstCycle,
      minutesBlocked, minutesBlockedAtEnd, losses, won, lost;
};

}  // namespace twin
