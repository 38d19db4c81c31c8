import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paperLadder } from '#engine/bots/registry.ts';
import { type MessageKey, PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Page } from '#web/ui/page/page.tsx';

interface LaterProps {
  readonly name: MessageKey;
  readonly title: MessageKey;
  readonly text: MessageKey;
}

/** A page that this version does not have yet: says what it is for and links to existing pages. */
function Later({ name, title, text }: LaterProps) {
  const t = useText();
  return (
    <Page title={t(name)}>
      <Suspense>
        <PartText part="later">
          <Words title={title} text={text} />
        </PartText>
      </Suspense>
    </Page>
  );
}

function Words({ title, text }: Omit<LaterProps, 'name'>) {
  const t = useText();
  return (
    <Card>
      <Empty
        title={t(title)}
        link={<Link to={kindAddress(paperLadder.kind, 'bots')}>{t('later.link', { title: t('nav.paper') })}</Link>}
      >
        {t(text)}
      </Empty>
    </Card>
  );
}

export const ScreenerPage = () => <Later name="nav.screener" title="later.screener.title" text="later.screener.text" />;
