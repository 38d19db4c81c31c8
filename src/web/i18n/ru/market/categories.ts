import type { categoryMessages as english } from '../../en/market/categories.ts';

export const categoryMessages = {
  'category.default.core': 'Основные',
  'category.default.normal': 'Обычные',
  'category.default.risky': 'Рискованные',
  'category.default.new': 'Новые',
  'category.default.excluded': 'Исключённые',
} as const satisfies Record<keyof typeof english, string>;
