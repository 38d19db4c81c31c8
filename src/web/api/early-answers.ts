declare global {
  /** Shared by the script in the page, which asks, and the application, which comes later and takes. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** A page asks for them within this time, or they are out of date. */
const KEPT_MS = 10_000;

/** Answers of requests that were sent before the code that asks for them was loaded, by address. */
const answers = (): Map<string, Promise<Response>> => (globalThis.earlyAnswers ??= new Map());

/** Sends what the page that is being loaded will ask for, so that code and data share one round of the line. */
export function sendEarly(addresses: readonly string[], token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  for (const address of addresses) {
    const answer = fetch(address, { headers });
    answer.catch(() => {}); // Whoever takes it is told.
    answers().set(address, answer);
  }
  setTimeout(forgetEarly, KEPT_MS);
}

/** The answer on its way to an address, for one asker. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers().get(address);
  answers().delete(address);
  return answer;
}

/** When the user leaves: the answers are theirs, and whoever signs in next must not get one. */
export function forgetEarly(): void {
  answers().clear();
}
