import { signOutHere } from '#web/auth/session.ts';

let isLeaving = false;

/** Signs out because the user asked; the login page then says nothing of an ended session. */
export async function signOutByUser(): Promise<void> {
  isLeaving = true;
  try {
    await signOutHere();
  } finally {
    isLeaving = false;
  }
}

/** Whether the sign-out under way was asked for here. */
export function wasAskedFor(): boolean {
  return isLeaving;
}
