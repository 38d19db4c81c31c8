interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * The list with the chosen value, which may be a deleted bot or a contract that is no longer listed.
 * @param chosen - undefined or empty: none
 */
export function withMissing(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (chosen === undefined || chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}
