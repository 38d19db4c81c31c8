import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/note.tsx';
import { problemText } from '#web/ui/problem-text.ts';

/** The region stands there before there is anything to say, so that assistive technology announces what comes. */
export function LoginProblem({ error }: { readonly error: unknown }) {
  const t = useText();
  if (error === null) return <div aria-live="assertive" />;
  const { what, detail } = problemText(error, t);
  return (
    <div aria-live="assertive">
      <Note tone="danger" title={what}>
        {detail}
      </Note>
    </div>
  );
}
