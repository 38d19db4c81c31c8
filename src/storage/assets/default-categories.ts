/** The category whose assets no bot of the user opens new cycles on. */
export const EXCLUDED_CATEGORY = 'excluded';

/** The trade categories that every user begins with, in their first order. Their ids stay when they are renamed. */
export const defaultCategories = [
  { id: 'core', name: 'Core', colour: 'blue' },
  { id: 'normal', name: 'Normal', colour: 'teal' },
  { id: 'risky', name: 'Risky', colour: 'yellow' },
  { id: 'new', name: 'New', colour: 'purple' },
  { id: EXCLUDED_CATEGORY, name: 'Excluded', colour: 'grey' },
] as const;
