// EMA(20), RSI(14) and ATR(14) as plain loops over columns of float64: the yardstick of `npm run bench -- indicators`.
// Usage: twin INPUT OUTPUT LAPS. INPUT holds the columns high, low and close; OUTPUT gets the three results.
// Prints the nanoseconds per candle of the best lap of each.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

using Column = std::vector<double>;
constexpr double UNKNOWN = std::numeric_limits<double>::quiet_NaN();

static void ema(const double* close, double* out, size_t count) {
  constexpr size_t n = 20;
  constexpr double alpha = 2.0 / (n + 1), kept = 1 - alpha;
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    sum += close[i];
    out[i] = UNKNOWN;
  }
  double last = out[n - 1] = sum / n;
  for (size_t i = n; i < count; ++i) out[i] = last = close[i] * alpha + last * kept;
}

static void rsi(const double* close, double* out, size_t count) {
  constexpr size_t n = 14;
  constexpr double alpha = 1.0 / n, kept = 1 - alpha;
  double up = 0, down = 0;
  out[0] = UNKNOWN;
  for (size_t i = 1; i <= n; ++i) {
    const double change = close[i] - close[i - 1];
    up += std::max(change, 0.0) * alpha;
    down += std::max(-change, 0.0) * alpha;
    out[i] = UNKNOWN;
  }
  out[n] = up + down == 0 ? 0 : 100 * up / (up + down);
  for (size_t i = n + 1; i < count; ++i) {
    const double change = close[i] - close[i - 1];
    up = std::max(change, 0.0) * alpha + up * kept;
    down = std::max(-change, 0.0) * alpha + down * kept;
    out[i] = up + down == 0 ? 0 : 100 * up / (up + down);
  }
}

static void atr(const double* high, const double* low, const double* close, double* out, size_t count) {
  constexpr size_t n = 14;
  constexpr double alpha = 1.0 / n, kept = 1 - alpha;
  const auto range = [&](size_t i) { return std::max(high[i], close[i - 1]) - std::min(low[i], close[i - 1]); };
  double sum = 0;
  out[0] = UNKNOWN;
  for (size_t i = 1; i <= n; ++i) {
    sum += range(i);
    out[i] = UNKNOWN;
  }
  double last = out[n] = sum / n;
  for (size_t i = n + 1; i < count; ++i) out[i] = last = range(i) * alpha + last * kept;
}

template <typename Run>
static double best(int laps, size_t count, Run run) {
  double least = std::numeric_limits<double>::max();
  for (int lap = 0; lap < laps; ++lap) {
    timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    run();
    clock_gettime(CLOCK_MONOTONIC, &to);
    least = std::min(least, (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec));
  }
  return least / count;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  FILE* input = std::fopen(argv[1], "rb");
  if (input == nullptr) return 1;
  std::fseek(input, 0, SEEK_END);
  const size_t count = std::ftell(input) / sizeof(double) / 3;
  std::rewind(input);
  Column high(count), low(count), close(count), emas(count), rsis(count), atrs(count);
  for (Column* column : {&high, &low, &close}) {
    if (std::fread(column->data(), sizeof(double), count, input) != count) return 1;
  }
  std::fclose(input);
  const int laps = std::atoi(argv[3]);
  std::printf("%f ", best(laps, count, [&] { ema(close.data(), emas.data(), count); }));
  std::printf("%f ", best(laps, count, [&] { rsi(close.data(), rsis.data(), count); }));
  std::printf("%f\n", best(laps, count, [&] { atr(high.data(), low.data(), close.data(), atrs.data(), count); }));
  FILE* output = std::fopen(argv[2], "wb");
  if (output == nullptr) return 1;
  for (const Column* column : {&emas, &rsis, &atrs}) std::fwrite(column->data(), sizeof(double), count, output);
  return std::fclose(output);
}
