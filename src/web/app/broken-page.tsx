import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { PlainButton } from '#web/ui/form/plain-button.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { useDocumentTitle } from '#web/ui/page/use-document-title.ts';
import { problemText } from '#web/ui/words/problem-text.ts';
import css from './broken-page.module.css';

/** Replaces a page that threw; the shell around it keeps working. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const t = useText();
  const cause = error instanceof Error ? error.message : String(error);
  const isApiFailure = isApiError(error);
  const isMissingPart = cause.includes('dynamically imported module');
  const title = isApiFailure ? problemText(error, t).what : t(isMissingPart ? 'page.newVersion' : 'page.broken');
  useDocumentTitle(title);
  return (
    <main className={css['page']}>
      <Empty
        heading="h1"
        title={title}
        action={<PlainButton onClick={() => location.reload()}>{t('act.reload')}</PlainButton>}
        link={<Link to="/portfolios">{t('page.toPortfolios')}</Link>}
      >
        {isApiFailure ? null : (
          <>
            <p>{t('page.brokenWhy')}</p>
            <p className={css['cause']}>{cause}</p>
          </>
        )}
      </Empty>
    </main>
  );
}

export function NotFoundPage() {
  const t = useText();
  useDocumentTitle(t('page.notFound'));
  return (
    <div className={css['page']}>
      <Empty heading="h1" title={t('page.notFound')} link={<Link to="/portfolios">{t('page.toPortfolios')}</Link>} />
    </div>
  );
}
