/** The funding interval in words: "every hour", "every 4 hours". */
export function everyHours(hours: number): string {
  return hours === 1 ? 'every hour' : `every ${hours} hours`;
}
