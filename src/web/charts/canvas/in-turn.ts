import { painted } from '#web/ui/page/painted.ts';

let before: Promise<void> = Promise.resolve();

/** Runs a job in a task of its own, after the frame that shows what the job before it has made. @returns how to cancel it */
export function inTurn(job: () => void): () => void {
  let isWanted = true;
  const run = async (): Promise<void> => {
    if (!isWanted) return;
    await task(job);
    await painted();
  };
  before = before.then(run);
  return () => {
    isWanted = false;
  };
}

/** An error in it is reported as one of the page, and holds up no other job. */
function task(job: () => void): Promise<void> {
  return new Promise((resolve) =>
    setTimeout(() => {
      resolve();
      job();
    }),
  );
}
