import { ownLogins, prepareRoles, type RoleOptions, type RoleUrls, takesLogin } from './roles.ts';
import { storeTroubleOf } from './store-trouble-of.ts';

const EVERY_MS = 5_000;

/** What to keep, and who is told of a login that was set back. */
export interface KeptLogins {
  readonly options: RoleOptions;
  /** As `prepareRoles` returned them. */
  readonly urls: RoleUrls;
  readonly log: (line: string) => void;
}

/**
 * Sets back a login of ours whose password was changed or that was dropped, within seconds, until it is stopped. Open
 * connections outlive such a change, so that without it the program would fail much later, one new connection at a time.
 */
export function keepLogins(kept: KeptLogins): { stop(): Promise<void> } {
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= look(kept).finally(() => {
      working = null;
    });
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}

async function look({ options, urls, log }: KeptLogins): Promise<void> {
  try {
    for (const url of ownLogins(options, urls)) {
      if (await takesLogin(url)) continue;
      await prepareRoles(options);
      log(
        `The database refused the login ${new URL(url).username}, whose password must have changed; it was set back.`,
      );
    }
  } catch (error) {
    // While the database does not answer, its watch reports it; anything else the operator must know.
    if (storeTroubleOf(error) === null) log(`A login of the database could not be set back: ${error}`);
  }
}
