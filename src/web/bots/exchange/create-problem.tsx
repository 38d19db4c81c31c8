import { isApiError } from '#web/api/api-error.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { CapsButton } from './caps-button.tsx';

/** Why a bot was not created; missing caps can be set at once. */
export function CreateProblem({ error }: { readonly error: unknown }) {
  return (
    <>
      <ProblemNote error={error} />
      {isApiError(error, 'CAPS_NOT_SET') ? (
        <div>
          <CapsButton />
        </div>
      ) : null}
    </>
  );
}
