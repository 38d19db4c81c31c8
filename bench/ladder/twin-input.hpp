// Reads what twin-file.ts writes.
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

#include "twin-terms.hpp"

namespace twin {

class Reader {
 public:
  explicit Reader(const char* name) : file(std::fopen(name, "rb")) {
    if (file == nullptr) refuse("the file cannot be opened");
  }
  i64 word() {
    i64 value;
    take(&value, sizeof value);
    return value;
  }
  double real() {
    const i64 bits = word();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  i128 wide() {
    const auto low = static_cast<std::uint64_t>(word());
    return static_cast<i128>(word()) << 64 | low;
  }
  Ratio ratio() {
    const i128 top = wide(), bottom = wide();
    return Ratio{top, bottom, real()};
  }
  std::vector<i32> column(i64 length) {
    std::vector<i32> values(static_cast<std::size_t>(length));
    take(values.data(), values.size() * sizeof(i32));
    return values;
  }

 private:
  std::FILE* file;
  void take(void* to, std::size_t size) {
    if (std::fread(to, 1, size, file) != size) refuse("the file is too short");
  }
};

inline Plan readPlan(Reader& from) {
  Plan plan{};
  for (i64* field : {&plan.sign, &plan.wallet, &plan.unit, &plan.quantityMin, &plan.quantityMax,
                     &plan.marketQuantityMax, &plan.notionalMin, &plan.slippage, &plan.makerFee, &plan.takerFee, &plan.baseNotional, &plan.active, &plan.takeProfit,
                     &plan.isProfitOfBase, &plan.isNet, &plan.isMarketExit, &plan.exitFee, &plan.trailing,
                     &plan.stopLoss, &plan.isStopOfAverage, &plan.cooldown, &plan.cyclesMax, &plan.leverage,
                     &plan.marginMax})
    *field = from.word();
  const i64 levels = from.word(), tiers = from.word();
  for (i64 number = 0; number < levels; ++number) {
    const Ratio deviation = from.ratio();
    plan.levels.push_back(Level{deviation, from.ratio()});
  }
  for (i64 number = 0; number < tiers; ++number) {
    const i64 floor = from.word(), cap = from.word(), rate = from.word();
    plan.tiers.push_back(Tier{floor, cap, rate, from.word()});
  }
  return plan;
}

}  // namespace twin
