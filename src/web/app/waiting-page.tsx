/**
 * Grey blocks where the rail, the strip and the content will stand, until a page that takes a moment is there. The page itself
 * (index.html) begins with the same ones for a signed-in user, so that they are seen before any script runs.
 */
export function WaitingPage() {
  return (
    <div className="by-waiting" data-waiting aria-hidden="true">
      <i />
      <i />
      <i>
        <b />
        <b />
        <b />
      </i>
    </div>
  );
}
