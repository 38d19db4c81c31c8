import { getStatus, status } from '#contract/system.ts';
import { addressOf } from '#web/api/api.ts';
import { forgetEarly, takeEarly } from '#web/api/early-answers.ts';
import { LiveConnection } from '#web/api/live/live.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { withOurNames } from '#web/api/our-names.ts';
import { queryClient } from '#web/api/query-client.ts';
import { assetsQuery } from '#web/api/system-queries.ts';

/** Opens the live connection and loads the futures assets, whose failure blocks nothing. @returns how to undo it all */
export function startSignedIn(): () => void {
  const live = new LiveConnection(liveStore, queryClient);
  void showEarlyStatus();
  void live.open();
  queryClient
    .fetchQuery(assetsQuery)
    .catch((error: unknown) => console.warn('The futures assets could not be loaded.', error));
  return () => {
    live.close();
    forgetEarly();
    queryClient.clear();
    sessionStorage.clear(); // What the pages keep for this tab belongs to its user.
  };
}

/** The state of the system until the live channel, which needs two more rounds of the line, tells it. */
async function showEarlyStatus(): Promise<void> {
  const early = status.safeParse(withOurNames(await takeEarly(addressOf(getStatus, {}))));
  if (early.success) liveStore.beginWith(early.data);
}
