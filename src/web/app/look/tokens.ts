/** Every colour of the product as [dark, light]. Components read them as `--by-<name>`. */
export const tokens = {
  bg: ['#0D1014', '#F4F6F8'],
  s1: ['#13171D', '#FFFFFF'],
  s2: ['#191E26', '#F0F2F6'],
  s3: ['#222934', '#E6EAF0'],
  line: ['#242B36', '#E0E5EB'],
  line2: ['#3A4453', '#C3CBD6'],
  ctl: ['#5D697B', '#828D9C'],
  tx: ['#EAEEF4', '#12171F'],
  tx2: ['#B4BDCA', '#434E5E'],
  tx3: ['#8C97A8', '#5C6778'],
  accent: ['#7AA5FF', '#2455C9'],
  'accent-fill': ['#2F62D9', '#2B5FDB'],
  profit: ['#3CCB93', '#08724A'],
  loss: ['#FF7480', '#C0243A'],
  danger: ['#FF7480', '#C0243A'],
  'danger-fill': ['#C42B3B', '#C0243A'],
  warn: ['#F2C65C', '#805300'],
  live: ['#FF9B45', '#A94A00'],
  'live-fill': ['#FF8A2A', '#E56A10'],
  'live-ink': ['#1B0D00', '#1B0D00'],
  paper: ['#B9A2FF', '#6338C9'],
  'on-fill': ['#FFFFFF', '#FFFFFF'],
  'candle-up': ['#3CCB93', '#16976A'],
  'candle-down': ['#E5606C', '#D2475A'],
  volume: ['#2B3442', '#D8DEE7'],
  'series-1': ['#7AA5FF', '#2455C9'],
  'series-2': ['#F2C65C', '#9A6A00'],
  'series-3': ['#B9A2FF', '#6338C9'],
  'series-4': ['#56C7C1', '#0F7B75'],
  'series-5': ['#E58FC0', '#B0357D'],
  'series-6': ['#B4BDCA', '#5C6778'],
  // The colour-blind option points `profit`, `loss` and the candles here.
  'safe-profit': ['#5CB8FF', '#0B62B8'],
  'safe-loss': ['#FFA94D', '#9C4A00'],
  shadow: [
    '0 12px 32px rgb(0 0 0 / 0.5), 0 2px 6px rgb(0 0 0 / 0.4)',
    '0 12px 32px rgb(0 0 0 / 0.14), 0 2px 6px rgb(0 0 0 / 0.08)',
  ],
  'tint-strength': ['12%', '9%'],
} as const satisfies Record<string, readonly [dark: string, light: string]>;

/** The custom properties of one scheme. */
export function tokenVariables(scheme: 'dark' | 'light'): Record<string, string> {
  const column = scheme === 'dark' ? 0 : 1;
  return Object.fromEntries(Object.entries(tokens).map(([name, pair]) => [`--by-${name}`, pair[column]]));
}
