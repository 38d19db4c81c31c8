import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/note.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import css from './login-page.module.css';

/** The region stands there before there is anything to say, so that assistive technology announces what comes. */
export function LoginProblem({ error }: { readonly error: unknown }) {
  return (
    <div aria-live="assertive" className={css['announce']}>
      {error === null ? null : <Reason error={error} />}
    </div>
  );
}

function Reason({ error }: { readonly error: unknown }) {
  const t = useText();
  const { what, detail } = problemText(error, t);
  return (
    <Note tone="danger" title={what}>
      {detail}
    </Note>
  );
}
