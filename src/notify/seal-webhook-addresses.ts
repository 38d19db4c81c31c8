import { noticeAddressContext } from '#keys/sealing/key-context.ts';
import type { SealText } from '#keys/sealing/secret-texts.ts';
import type { Database } from '#storage/database/database.ts';
import { listOpenAddresses, sealAddress } from '#storage/notices/sealed-addresses.ts';

/** Seals the addresses of webhooks that an older version stored as they were typed; what stays readable is the host. */
export async function sealWebhookAddresses(engine: Database, seal: SealText): Promise<void> {
  for (const row of await listOpenAddresses(engine)) {
    const host = URL.parse(row.address)?.host ?? '';
    await sealAddress(engine, row, { host, sealedAddress: await seal(row.address, noticeAddressContext(row)) });
  }
}
