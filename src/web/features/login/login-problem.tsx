import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { problemText } from '#web/ui/words/problem-text.ts';
import css from './login-page.module.css';

/** The region exists before there is a problem, so that assistive technology announces new text in it. */
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
  const [first, rest] = firstSentence(what);
  const more = [rest, detail].filter(Boolean).join(' ');
  return (
    <Note tone="danger" title={first}>
      {more === '' ? null : more}
    </Note>
  );
}

/** The problem is emphasised; what to do about it follows. */
function firstSentence(text: string): readonly [string, string] {
  const end = text.indexOf('. ') + 1;
  return end === 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 1)];
}
