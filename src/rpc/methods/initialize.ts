import { LEGACY_VERSIONS } from '../era.ts';
import type { Method } from './method.ts';

/**
 * The older handshake. Its params are not validated: real clients send extra
 * and odd members. A newer version is never answered here: clients give up on it.
 */
export const initialize: Method = {
  name: 'initialize',
  eras: ['legacy'],
  run: ({ request, service }) => {
    const asked = request.params['protocolVersion'];
    const protocolVersion = LEGACY_VERSIONS.find((version) => version === asked) ?? LEGACY_VERSIONS[0];
    return JSON.stringify({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: service.serverInfo,
      instructions: service.instructions,
    });
  },
};
