/** The exact product of decimal strings, with as many decimals as the factors have together. */
export function multiplyDecimals(...factors: readonly string[]): string {
  const isNegative = factors.filter((factor) => factor.startsWith('-')).length % 2 === 1;
  const parts = factors.map((factor) => factor.replace('-', '').split('.'));
  const decimals = parts.reduce((all, [, fraction = '']) => all + fraction.length, 0);
  const count = parts.reduce((all, [whole = '0', fraction = '']) => all * BigInt(whole + fraction), 1n);
  const digits = String(count).padStart(decimals + 1, '0');
  const body = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return isNegative ? `-${body}` : body;
}
