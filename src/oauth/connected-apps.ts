import type { GrantRecord, KeyRecord, Store } from '../store/types.ts';

/** An app that the owner has allowed. The app's limits are stored with the key. */
export interface ConnectedApp {
  key: KeyRecord;
  grant: GrantRecord;
}

/** All apps that were ever connected to the account, latest first. */
export async function listApps(store: Pick<Store, 'oauth' | 'keys'>, accountId: string): Promise<ConnectedApp[]> {
  const grants = new Map((await store.oauth.grants(accountId)).map((grant) => [grant.keyId, grant]));
  return (await store.keys.list(accountId))
    .flatMap((key) => {
      const grant = grants.get(key.id);
      return grant && grant.connectedAt !== null ? [{ key, grant }] : [];
    })
    .reverse();
}
