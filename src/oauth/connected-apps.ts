import type { GrantRecord, KeyRecord, Store } from '../store/types.ts';

export interface ConnectedApp {
  key: KeyRecord;
  grant: GrantRecord;
}

/** Lists the apps that are or were connected to the account, the most recently allowed one first. */
export async function listApps(store: Pick<Store, 'oauth' | 'keys'>, accountId: string): Promise<ConnectedApp[]> {
  const grants = new Map((await store.oauth.grants(accountId)).map((grant) => [grant.keyId, grant]));
  return (await store.keys.list(accountId))
    .flatMap((key) => {
      const grant = grants.get(key.id);
      return grant && grant.connectedAt !== null ? [{ key, grant }] : [];
    })
    .reverse();
}
