// The yardstick in C++: one bot a parameter set, a plain loop over every candle, exact integers throughout.
//
// Prices count ticks, quantities steps, money 1e-8 USDT, rates 1e-8. The rules are section 6 of docs/domain.md, written
// here apart from the engine; the figures must be those of the engine's sweep.
//
// Usage: twin FILE plain|merged   (FILE is written by twin-file.ts; answers with one line a set: nanoseconds and 20 figures)
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <vector>

#include "twin-input.hpp"
#include "twin-terms.hpp"

namespace {

using namespace twin;

// ---- one run --------------------------------------------------------------------------------------------------------

// How a candle is asked whether something happens in it. Plain: every rule for itself, as one writes it down. Merged: two
// prices and a minute that are told anew after every event, the engine's own idea, as a second and harder yardstick.
enum class Ask { plain, merged };

// D is +1 for a long and −1 for a short.
template <int D, Ask ask>
class Run {
 public:
  Run(const Plan& plan, const Market& market, i64* filledIn)
      : plan(plan), market(market), wallet(plan.wallet), filledIn(filledIn), cash(plan.wallet) {}

  Figures all() {
    const i32* const low = market.low.data();
    const i32* const high = market.high.data();
    const i32* const close = market.close.data();
    const i64 minutes = market.minutes;
    double peak = static_cast<double>(plan.wallet), trough = peak, equity = peak;
    for (i64 minute = 0; minute < minutes;) {
      happen(minute);
      const i32 under = static_cast<i32>(below), over = static_cast<i32>(above);
      const double base = static_cast<double>(cash), step = static_cast<double>(units);
      const i64 end = std::min(next, minutes);
      const Rules asked = rules();
      double lowest = 1e300;
      // The loop that is measured: every candle is asked for its low and its high, and marks the position. Money is held
      // in double here, where it is as exact below 2^53, because double has a minimum and a maximum without a branch.
      do {
        equity = base + step * close[minute];
        if (equity > peak) [[unlikely]] {
          if (trough < peak) noteFall(static_cast<i64>(peak), static_cast<i64>(trough));
          peak = trough = equity;
        }
        trough = equity < trough ? equity : trough;
        lowest = equity < lowest ? equity : lowest;
        ++minute;
      } while (minute < end &&
               (ask == Ask::plain ? !asked.met(D == 1 ? low[minute] : -high[minute], D == 1 ? high[minute] : -low[minute])
                                  : ((low[minute] > under) & (high[minute] < over))));
      endStretch(minute, static_cast<i64>(lowest));
    }
    noteFall(static_cast<i64>(peak), static_cast<i64>(trough));
    figures.equityEnd = static_cast<i64>(equity);
    figures.unrealized = figures.equityEnd - wallet;
    if (blockedFrom >= 0) {
      figures.minutesBlockedAtEnd = minutes - blockedFrom;
      figures.minutesBlocked += figures.minutesBlockedAtEnd;
    }
    return figures;
  }

 private:
  const Plan& plan;
  const Market& market;
  Figures figures{};
  // Equity at a close is cash + units · close; a candle is quiet strictly between below and above and before next.
  i64 below = -FAR, above = FAR, next = 0;
  i64 wallet, settlement = 0, freeFrom = 0, volumeLeft = 0, since = 0, begun = 0;
  i64 blockedFrom = -1;  // The minute at whose close the wallet did not bear the ladder; −1 while it does.
  bool isDead = false, isEntering = false, isLevelPartial = false;
  i64 quantity = 0, cost = 0, fees = 0, fundingPaid = 0, isolated = 0, gained = 0, charged = 0;
  i64 baseQuantity = 0, basePrice = 0, level = 0, levelPrice = 0, levelLeft = 0;
  i64* filledIn;  // By level, the minute in which it was filled.
  i64 takeProfit = 0, takeProfitIn = 0, takeProfitLeft = 0, stop = 0, stopIn = 0, trail = 0, extreme = 0, liquidation = 0;
  i64 cash, units = 0;

  i64 losing(i64 minute) const { return D == 1 ? market.low[minute] : market.high[minute]; }
  i64 winning(i64 minute) const { return D == 1 ? market.high[minute] : market.low[minute]; }
  i64 levels() const { return static_cast<i64>(plan.levels.size()); }

  // Where each rule acts, on the side of the position: prices times D, so that the losing side lies below for both
  // directions, and neutral where there is none. Read once an event, so that the loop has them at hand.
  struct Rules {
    i32 level, stop, trail, liquidation, raise, limitProfit, marketProfit;

    // Whether any rule has something to say to a candle; each is asked for itself.
    bool met(i32 worst, i32 best) const {
      return (worst < level) | (worst <= stop) | (worst <= trail) | (worst <= liquidation) | (best > raise) |
             (best > limitProfit) | (best >= marketProfit);
    }
  };

  Rules rules() const {
    const i32 never = static_cast<i32>(FAR);
    if (quantity == 0) return {-never, -never, -never, -never, never, never, never};
    const auto loss = [&](bool isThere, i64 price) { return isThere ? static_cast<i32>(D * price) : -never; };
    const auto win = [&](bool isThere, i64 price) { return isThere ? static_cast<i32>(D * price) : never; };
    const bool isTouch = plan.trailing > 0 || plan.isMarketExit, isArmed = extreme != 0;
    const bool isWanted = takeProfit != 0 && !isArmed;
    return {loss(level <= levels(), levelPrice), loss(stop != 0, stop),        loss(trail != 0, trail),
            loss(liquidation != 0, liquidation), win(isArmed, extreme),        win(isWanted && !isTouch, takeProfit),
            win(isWanted && isTouch, takeProfit)};
  }

  void endStretch(i64 minute, i64 lowest) {
    if (quantity > 0) figures.minutesInPosition += minute - since;
    since = minute;
    figures.worstOpenLoss = std::min(figures.worstOpenLoss, lowest - wallet);
  }

  void noteFall(i64 peak, i64 trough) {
    figures.maxDrawdown = std::max(figures.maxDrawdown, peak - trough);
    if (peak <= 0) return;
    const double share = static_cast<double>(peak - trough) / static_cast<double>(peak);
    figures.maxDrawdownShare = std::max(figures.maxDrawdownShare, share);
  }

  // One minute in which something may happen, in the order of the fill model.
  [[gnu::noinline]] void happen(i64 minute) {
    const i64 rate = rateAt(minute);
    volumeLeft = market.volume[minute] / 10;
    if (quantity > 0 && rate != 0) settle(minute, rate, quantity);
    if (isEntering) buyBase(minute, rate);
    if (quantity > 0) losingLeg(minute, rate);
    if (quantity > 0) winningLeg(minute);
    if (quantity > 0) endHeld(minute);
    else endFlat(minute);
  }

  i64 rateAt(i64 minute) {
    while (settlement < market.settlements && market.fundingMinute[settlement] < minute) ++settlement;
    const bool isNow = settlement < market.settlements && market.fundingMinute[settlement] == minute;
    return isNow ? market.fundingRate[settlement] : 0;
  }

  void settle(i64 minute, i64 rate, i64 held) {
    const i64 paid = D * shareOf(market.open[minute] * held * plan.unit, rate);
    if (paid == 0) return;
    figures.funding -= paid;
    charged += paid;
    wallet -= paid;
    fundingPaid += paid;
    isolated -= paid;
    changed(minute);
  }

  i64 bought(i64 price) const {
    return D == 1 ? slippedUp(price, plan.slippage) : slippedDown(price, plan.slippage);
  }
  i64 sold(i64 price) const { return D == 1 ? slippedDown(price, plan.slippage) : slippedUp(price, plan.slippage); }

  void buyBase(i64 minute, i64 rate) {
    isEntering = false;
    ++begun;
    basePrice = bought(market.open[minute]);
    filledIn[0] = minute;
    enter(basePrice, baseQuantity, plan.takerFee);
    level = 1;
    nextLevel();
    changed(minute);
    if (rate * D > 0) settle(minute, rate, baseQuantity);
  }

  // Safety orders, the stops, liquidation; whichever price comes first.
  void losingLeg(i64 minute, i64 rate) {
    const i64 open = market.open[minute], worst = losing(minute);
    while (quantity > 0) {
      const i64 nearest = nearestStop(minute, open);
      const bool isStopMet = nearest != 0 && D * (worst - nearest) <= 0;
      const bool isLiquidated = liquidation != 0 && D * (worst - liquidation) <= 0;
      const bool isStopFirst = isStopMet && (!isLiquidated || D * (nearest - liquidation) >= 0);
      const i64 first = isStopFirst ? nearest : isLiquidated ? liquidation : 0;
      if (isLevelMet(minute, worst) && (first == 0 || D * (levelPrice - first) >= 0)) buyLevel(minute, rate);
      else if (isStopFirst) leave(minute, sold(worse(nearest, open)), quantity, plan.takerFee);
      else if (isLiquidated) return liquidate(minute, worse(liquidation, open));
      else return;
    }
  }

  i64 nearestStop(i64 minute, i64 open) const {
    const i64 resting = stopIn < minute ? stop : 0;
    const i64 nearest = resting == 0 || (trail != 0 && D * (trail - resting) > 0) ? trail : resting;
    const bool isOvertaken = D * (open - nearest) < 0 && liquidation != 0 && D * (open - liquidation) <= 0;
    return isOvertaken ? 0 : nearest;
  }

  static i64 worse(i64 price, i64 open) { return D * (open - price) < 0 ? open : price; }

  bool isLevelMet(i64 minute, i64 worst) const {
    if (level > levels() || volumeLeft == 0) return false;
    return filledIn[std::max<i64>(0, level - plan.active)] < minute && D * (worst - levelPrice) < 0;
  }

  void buyLevel(i64 minute, i64 rate) {
    const i64 taken = std::min(levelLeft, volumeLeft);
    volumeLeft -= taken;
    levelLeft -= taken;
    isLevelPartial = levelLeft > 0;
    enter(levelPrice, taken, plan.makerFee);
    if (levelLeft == 0) {
      filledIn[level] = minute;
      figures.levelsFilledMax = std::max(figures.levelsFilledMax, level);
      ++level;
      nextLevel();
    }
    changed(minute);
    if (rate * D > 0) settle(minute, rate, taken);
  }

  i64 levelPriceFrom(i64 base, i64 number) const {
    const Ratio& away = plan.levels[number - 1].deviation;
    const double from = static_cast<double>(base);
    const double estimate = from * (1 - D * away.near), magnitude = from * (1 + away.near);
    const auto exact = [&] { return Quotient{base * (away.bottom - D * away.top), away.bottom}; };
    return D == 1 ? floorNear(estimate, magnitude, exact) : ceilNear(estimate, magnitude, exact);
  }

  i64 levelQuantityAt(i64 price, i64 number) const {
    const Ratio& size = plan.levels[number - 1].size;
    const double estimate = size.near / static_cast<double>(price * plan.unit);
    return floorNear(estimate, estimate, [&] { return Quotient{size.top, size.bottom * (price * plan.unit)}; });
  }

  void nextLevel() {
    if (level > levels()) return;
    levelPrice = levelPriceFrom(basePrice, level);
    levelLeft = levelQuantityAt(levelPrice, level);
    refuseUntradable(levelPrice, levelLeft, plan.quantityMax);
  }

  void refuseUntradable(i64 price, i64 wanted, i64 quantityMax) const {
    const bool isOfSize = wanted >= plan.quantityMin && wanted <= quantityMax;
    if (price <= 0 || !isOfSize || price * wanted * plan.unit < plan.notionalMin)
      refuse("a ladder of the grid has a step that the instrument does not take");
  }

  void enter(i64 price, i64 bought, i64 fee) {
    const i64 value = price * bought * plan.unit, commission = shareOf(value, fee);
    ++figures.fills;
    figures.commission += commission;
    charged += commission;
    wallet -= commission;
    quantity += bought;
    cost += value;
    fees += commission;
    isolated += ceilDivide(value, plan.leverage);
    figures.peakMargin = std::max(figures.peakMargin, ceilDivide(cost, plan.leverage));
  }

  // Where the changed position wants its exits, and where it is liquidated. The first stop and a moved take profit wait
  // for the next minute; a stop that moves stands at its new price at once.
  void changed(i64 minute) {
    const i64 stopWanted = plan.stopLoss == 0 ? 0 : stopPrice();
    if (stop == 0) stopIn = minute;
    stop = stopWanted;
    const i64 wanted = takeProfitPrice();
    if (wanted != takeProfit || (!plan.isMarketExit && takeProfitLeft != quantity))
      takeProfit = wanted, takeProfitLeft = quantity, takeProfitIn = minute;
    liquidation = liquidationPrice();
  }

  i64 takeProfitPrice() const {
    const i64 base = plan.isProfitOfBase ? plan.baseNotional : cost;
    const i64 owed = plan.isNet ? fees + fundingPaid : 0;
    const i64 taken = plan.isProfitOfBase ? gained + (plan.isNet ? owed - charged : 0) : 0;
    const i64 kept = plan.isNet ? ONE - D * plan.exitFee : ONE;
    const double one = ONE, bought = static_cast<double>(cost);
    const double gain = static_cast<double>(base) * static_cast<double>(plan.takeProfit);
    const double bottom = static_cast<double>(quantity * plan.unit) * static_cast<double>(kept);
    const double estimate = (bought * one + D * (gain + static_cast<double>(owed - taken) * one)) / bottom;
    const double sums = static_cast<double>(fees + std::abs(fundingPaid) + std::abs(taken));
    const double magnitude = (bought * one + gain + sums * one) / bottom;
    const auto exact = [&] {
      const i128 top = static_cast<i128>(cost) * ONE;
      const i128 more = static_cast<i128>(base) * plan.takeProfit + static_cast<i128>(owed - taken) * ONE;
      return Quotient{top + D * more, static_cast<i128>(quantity * plan.unit) * kept};
    };
    return std::max<i64>(0, D == 1 ? ceilNear(estimate, magnitude, exact) : floorNear(estimate, magnitude, exact));
  }

  static i64 movedAgainst(i64 price, i64 distance) {
    const i64 moved = price * (ONE - D * distance);
    return D == 1 ? ceilDivide(moved, ONE) : moved / ONE;
  }

  i64 stopPrice() const {
    if (!plan.isStopOfAverage) return std::max<i64>(0, movedAgainst(basePrice, plan.stopLoss));
    const i64 factor = ONE - D * plan.stopLoss;
    const double bottom = static_cast<double>(quantity * plan.unit) * ONE;
    const double estimate = static_cast<double>(cost) * static_cast<double>(factor) / bottom;
    const double magnitude = static_cast<double>(cost) * static_cast<double>(ONE + plan.stopLoss) / bottom;
    const auto exact = [&] {
      return Quotient{static_cast<i128>(cost) * factor, static_cast<i128>(quantity * plan.unit) * ONE};
    };
    return std::max<i64>(0, D == 1 ? ceilNear(estimate, magnitude, exact) : floorNear(estimate, magnitude, exact));
  }

  // LP = (W + cum − d · C) / (Q · (MMR − d)) in the first tier that holds there; zero is none.
  i64 liquidationPrice() const {
    for (const Tier& tier : plan.tiers) {
      const i64 top = cost - D * (isolated + tier.cumulative), bottom = quantity * (ONE - D * tier.rate);
      if (top <= 0 || !holdsAt(tier, top, bottom)) continue;
      const double estimate =
          static_cast<double>(top) * ONE / (static_cast<double>(bottom) * static_cast<double>(plan.unit));
      const auto exact = [&] { return Quotient{static_cast<i128>(top) * ONE, static_cast<i128>(bottom) * plan.unit}; };
      return D == 1 ? floorNear(estimate, estimate, exact) : ceilNear(estimate, estimate, exact);
    }
    return 0;
  }

  bool holdsAt(const Tier& tier, i64 top, i64 bottom) const {
    const double notional =
        static_cast<double>(quantity) * static_cast<double>(top) * ONE / static_cast<double>(bottom);
    const double error = notional * FLOAT_ERROR;
    const double floor = static_cast<double>(tier.floor), cap = static_cast<double>(tier.cap);
    if (std::abs(notional - floor) > error && std::abs(notional - cap) > error) return notional >= floor && notional < cap;
    const i128 exact = static_cast<i128>(quantity) * top * ONE;
    return exact >= static_cast<i128>(tier.floor) * bottom && exact < static_cast<i128>(tier.cap) * bottom;
  }

  void winningLeg(i64 minute) {
    if (plan.trailing > 0 || takeProfit == 0 || takeProfitIn >= minute) return;
    const i64 beyond = D * (winning(minute) - takeProfit);
    if (plan.isMarketExit) {
      if (beyond >= 0) leave(minute, sold(takeProfit), quantity, plan.takerFee);
      return;
    }
    const i64 taken = std::min(takeProfitLeft, volumeLeft);
    if (beyond > 0 && taken > 0) leave(minute, takeProfit, taken, plan.makerFee);
  }

  // Closes all or a part at average cost; what a part carries is rounded down.
  void leave(i64 minute, i64 price, i64 part, i64 fee) {
    const i64 value = price * part * plan.unit, commission = shareOf(value, fee);
    const bool isWhole = part == quantity;
    const i64 released = isWhole ? cost : partOf(cost, part, quantity), gross = D * (value - released);
    ++figures.fills;
    figures.commission += commission;
    figures.gross += gross;
    wallet += gross - commission;
    gained += gross;
    charged += commission;
    if (isWhole) return endCycle(minute);
    takeProfitLeft -= part;
    fees -= partOf(fees, part, quantity);
    fundingPaid -= partOf(fundingPaid, part, quantity);
    isolated -= partOf(isolated, part, quantity);
    cost -= released;
    quantity -= part;
    liquidation = liquidationPrice();
  }

  void liquidate(i64 minute, i64 price) {
    const i64 gross = std::max(D * (price * quantity * plan.unit - cost), -isolated);
    ++figures.fills;
    ++figures.liquidations;
    figures.gross += gross;
    figures.liquidationFee += isolated + gross;
    gained -= isolated;
    wallet -= isolated;
    isDead = true;
    endCycle(minute);
  }

  void endCycle(i64 minute) {
    if (isLevelPartial) figures.levelsFilledMax = std::max(figures.levelsFilledMax, level);
    isLevelPartial = false;
    const i64 result = gained - charged;
    figures.bestCycle = figures.cycles == 0 ? result : std::max(figures.bestCycle, result);
    figures.worstCycle = figures.cycles == 0 ? result : std::min(figures.worstCycle, result);
    ++figures.cycles;
    if (result > 0) ++figures.wins;
    if (result < 0) ++figures.losses;
    (result > 0 ? figures.won : figures.lost) += result;
    freeFrom = minute + plan.cooldown;
    quantity = cost = fees = fundingPaid = isolated = gained = charged = 0;
    takeProfit = stop = trail = extreme = liquidation = 0;
  }

  void endHeld(i64 minute) {
    if (plan.trailing > 0) followTrailing(minute);
    units = D * quantity * plan.unit;
    cash = wallet - D * cost;
    const i64 lost = losingTrigger(), won = winningTrigger();
    below = D == 1 ? lost : won;
    above = D == 1 ? won : lost;
    i64 place = settlement;
    while (place < market.settlements && market.fundingMinute[place] <= minute) ++place;
    next = place < market.settlements ? market.fundingMinute[place] : NEVER;
  }

  void followTrailing(i64 minute) {
    const i64 best = winning(minute), threshold = extreme == 0 ? takeProfit : extreme;
    if (threshold == 0 || D * (best - threshold) < (extreme == 0 ? 0 : 1)) return;
    extreme = best;
    trail = movedAgainst(best, plan.trailing);
  }

  // The nearest price at which the position loses; a limit order is met one tick beyond its own.
  i64 losingTrigger() const {
    i64 nearest = level <= levels() ? levelPrice - D : -D * FAR;
    if (stop != 0 && D * (stop - nearest) > 0) nearest = stop;
    if (trail != 0 && D * (trail - nearest) > 0) nearest = trail;
    if (liquidation != 0 && D * (liquidation - nearest) > 0) nearest = liquidation;
    return nearest;
  }

  i64 winningTrigger() const {
    if (extreme != 0) return extreme + D;
    if (takeProfit == 0) return D * FAR;
    return plan.trailing > 0 || plan.isMarketExit ? takeProfit : takeProfit + D;
  }

  void endFlat(i64 minute) {
    units = 0;
    cash = wallet;
    below = -FAR;
    above = FAR;
    next = NEVER;
    if (isDead || (plan.cyclesMax > 0 && begun >= plan.cyclesMax)) return;
    next = freeFrom;
    if (minute < freeFrom) return;
    const i64 price = market.close[minute];
    baseQuantity = plan.baseNotional / (price * plan.unit);
    refuseUntradable(price, baseQuantity, plan.marketQuantityMax);
    isEntering = wallet >= plan.marginMax || wallet >= marginFrom(price);
    if (!isEntering && blockedFrom < 0) blockedFrom = minute;
    if (isEntering && blockedFrom >= 0) {
      figures.minutesBlocked += minute - blockedFrom;
      blockedFrom = -1;
    }
    next = minute + 1;
  }

  // What the full ladder commits from a base price: its margin, rounded up, and its entry fees.
  i64 marginFrom(i64 base) const {
    i64 total = plan.baseNotional / (base * plan.unit) * (base * plan.unit), sum = shareOf(total, plan.takerFee);
    for (i64 number = 1; number <= levels(); ++number) {
      const i64 price = levelPriceFrom(base, number), value = levelQuantityAt(price, number) * price * plan.unit;
      total += value;
      sum += shareOf(value, plan.makerFee);
    }
    return ceilDivide(total, plan.leverage) + sum;
  }
};

// ---- output ---------------------------------------------------------------------------------------------------------

// As the sweep beside it, so that a round lasts long enough.
constexpr int PASSES = 4;

// Time that this thread was given, so that other programs on the machine hardly matter.
i64 threadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

template <Ask ask>
Figures runOf(const Plan& plan, const Market& market, std::vector<i64>& filledIn) {
  if (plan.sign == 1) return Run<1, ask>(plan, market, filledIn.data()).all();
  return Run<-1, ask>(plan, market, filledIn.data()).all();
}

void print(i64 nanoseconds, const Figures& f) {
  const auto whole = [](i64 value) { return static_cast<long long>(value); };
  std::printf("%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %.17g %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld\n",
              whole(nanoseconds), whole(f.cycles), whole(f.wins), whole(f.fills), whole(f.gross), whole(f.commission),
              whole(f.funding), whole(f.liquidationFee), whole(f.unrealized), whole(f.equityEnd), whole(f.maxDrawdown),
              f.maxDrawdownShare, whole(f.worstOpenLoss), whole(f.peakMargin), whole(f.levelsFilledMax),
              whole(f.minutesInPosition), whole(f.liquidations), whole(f.bestCycle), whole(f.worstCycle),
              whole(f.minutesBlocked), whole(f.minutesBlockedAtEnd), whole(f.losses), whole(f.won), whole(f.lost));
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) refuse("usage: twin FILE plain|merged");
  const auto run = std::string_view(words[2]) == "merged" ? runOf<Ask::merged> : runOf<Ask::plain>;
  Reader from(words[1]);
  const i64 minutes = from.word(), settlements = from.word(), sets = from.word();
  std::vector<Plan> plans;
  for (i64 number = 0; number < sets; ++number) plans.push_back(readPlan(from));
  Market market{minutes, settlements, {}, {}, {}, {}, {}, {}, {}};
  for (auto* column : {&market.open, &market.high, &market.low, &market.close, &market.volume})
    *column = from.column(minutes);
  for (auto* column : {&market.fundingMinute, &market.fundingRate}) *column = from.column(settlements);

  std::size_t deepest = 0;
  for (const Plan& plan : plans) deepest = std::max(deepest, plan.levels.size());
  std::vector<i64> filledIn(deepest + 1);
  std::vector<Figures> figures(plans.size());
  std::vector<i64> nanoseconds(plans.size());
  for (std::size_t number = 0; number < std::min<std::size_t>(8, plans.size()); ++number)  // Warm-up.
    figures[number] = run(plans[number], market, filledIn);
  for (int pass = 0; pass < PASSES; ++pass) {
    for (std::size_t number = 0; number < plans.size(); ++number) {
      const i64 begin = threadNanoseconds();
      figures[number] = run(plans[number], market, filledIn);
      nanoseconds[number] += (threadNanoseconds() - begin) / PASSES;
    }
  }
  for (std::size_t number = 0; number < plans.size(); ++number) print(nanoseconds[number], figures[number]);
}
