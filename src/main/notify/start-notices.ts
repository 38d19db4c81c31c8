import { telegramSender } from '#adapters/notices/telegram.ts';
import { webhookSender } from '#adapters/notices/webhook.ts';
import { allowedWebhook, readWebhookHost } from '#adapters/notices/webhook-address.ts';
import { instantOf, SECOND_MS } from '#base/time.ts';
import { textOpener, textSealer } from '#keys/sealing/secret-texts.ts';
import { startDeliveries } from '#notify/deliver.ts';
import { sealWebhookAddresses } from '#notify/seal-webhook-addresses.ts';
import { sumUpDays } from '#notify/sum-up-day.ts';
import { watchProgram } from '#notify/watch-program.ts';
import { marketNow } from '#server/http/context.ts';
import { presentHealth } from '#server/live/present-health.ts';
import type { NoticeServices } from '#server/notices/notice-services.ts';
import type { SystemWatch } from '#server/services.ts';
import type { Database } from '#storage/database/database.ts';
import type { Config } from '../config.ts';
import type { StartedEngine } from '../engine/start-engine.ts';

/** How often the state of the program is looked at. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

export interface NoticeParts {
  readonly config: Pick<Config, 'webhookHosts' | 'telegramOrigin' | 'secretsDir'>;
  readonly database: Database;
  readonly engine: Pick<StartedEngine, 'runtime' | 'market'>;
  readonly system: SystemWatch;
  readonly warn: (line: string) => void;
}

interface StartedNotices {
  readonly services: NoticeServices;
  stop(): Promise<void>;
}

/** Sends what users are told of, and tells them of the program itself. It runs beside the engine, which never waits for it. */
export async function startNotices(parts: NoticeParts): Promise<StartedNotices> {
  const { config, database: engine, engine: started, system, warn } = parts;
  const { runtime } = started;
  const seal = textSealer(config.secretsDir);
  await sealWebhookAddresses(engine, seal);
  const hosts = config.webhookHosts.flatMap((text) => readWebhookHost(text) ?? []);
  const listeners = new Set<(ownerId: string) => void>();
  const changed = (ownerId: string): void => {
    for (const listener of listeners) listener(ownerId);
  };
  const deliveries = startDeliveries({
    engine,
    senders: { webhook: webhookSender({ hosts }), telegram: telegramSender({ origin: config.telegramOrigin }) },
    openText: textOpener(config.secretsDir),
    changed,
    log: warn,
  });
  const told = (ownerId: string): void => {
    changed(ownerId);
    deliveries.wake();
  };
  const unsubscribe = runtime.onChange(({ touched }) => {
    if (touched.some(({ topics }) => topics.includes('notices'))) deliveries.wake();
  });
  const now = () => new Date();
  const state = () => presentHealth({ ...started, system, now: () => instantOf(Date.now()) });
  const watches = [
    watchProgram({ engine, state, told, now }),
    sumUpDays({ engine, marketNow: () => marketNow(runtime), told, now }),
  ];
  const timer = lookRegularly(watches, warn);
  return {
    services: {
      seal,
      webhookHosts: config.webhookHosts,
      webhookOf: (address) => allowedWebhook(address, hosts)?.url ?? null,
      sendOne: deliveries.sendOne,
      wake: deliveries.wake,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    async stop() {
      unsubscribe();
      await timer.stop();
      await deliveries.stop();
    },
  };
}

/** One look after another; a look that fails is repeated by the next one. */
function lookRegularly(watches: readonly { look(): Promise<void> }[], warn: (line: string) => void) {
  let work: Promise<void> | null = null;
  const lookAtAll = async (): Promise<void> => {
    for (const watch of watches) {
      await watch.look().catch((error: unknown) => warn(`a notice could not be stored: ${reasonOf(error)}`));
    }
    work = null;
  };
  const timer = setInterval(() => {
    work ??= lookAtAll();
  }, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await work;
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
