import type { GrantRecord, KeyRecord, Store } from '../store/types.ts';

export interface ConnectedApp {
  key: KeyRecord;
  grant: GrantRecord;
}

/** Also lists apps that are no longer connected, but not those that never were. The app allowed last comes first. */
export async function listApps(store: Pick<Store, 'oauth' | 'keys'>, accountId: string): Promise<ConnectedApp[]> {
  const grants = new Map((await store.oauth.grants(accountId)).map((grant) => [grant.keyId, grant]));
  return (await store.keys.list(accountId))
    .flatMap((key) => {
      const grant = grants.get(key.id);
      return grant && grant.connectedAt !== null ? [{ key, grant }] : [];
    })
    .reverse();
}
