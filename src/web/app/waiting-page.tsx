import css from './waiting-page.module.css';

/** Grey blocks where the rail, the strip and the content will stand, until a page that takes a moment is there. */
export function WaitingPage() {
  return (
    <div className={css['page']} data-waiting aria-hidden="true">
      <div className={css['bar']} />
      <div className={css['band']} />
      <div className={css['content']} />
    </div>
  );
}
