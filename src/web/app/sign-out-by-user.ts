import { signOutHere } from '#web/auth/session.ts';

let isLeaving = false;

/** Signs out on request; the login page then does not mention an ended session. */
export async function signOutByUser(): Promise<void> {
  isLeaving = true;
  try {
    await signOutHere();
  } finally {
    isLeaving = false;
  }
}

/** Whether the sign-out in progress was requested here. */
export function wasAskedFor(): boolean {
  return isLeaving;
}
