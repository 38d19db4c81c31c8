/** The name of a bar, the instant at which it opened, as ISO text. @param closedAt - ISO text or UTC milliseconds */
export function openedAtOf(closedAt: string | number, lengthMs: number): string {
  return new Date(new Date(closedAt).getTime() - lengthMs).toISOString();
}
