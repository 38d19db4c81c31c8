/** Names of the trade categories that everybody begins with, as long as nobody has renamed them. */
export const categoryMessages = {
  'category.default.core': 'Core',
  'category.default.normal': 'Normal',
  'category.default.risky': 'Risky',
  'category.default.new': 'New',
  'category.default.excluded': 'Excluded',
} as const;
