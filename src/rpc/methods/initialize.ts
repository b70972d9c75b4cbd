import { LEGACY_VERSIONS } from '../protocol-revision.ts';
import { CAPABILITIES } from './capabilities.ts';
import type { Method } from './method.ts';

/**
 * The handshake of the older revisions. The params are not validated, because real clients send unusual members. The
 * answer never names a modern version, because clients of older revisions would give up.
 */
export const initialize: Method = {
  name: 'initialize',
  revisions: ['legacy'],
  run: ({ request, service }) => {
    const asked = request.params['protocolVersion'];
    const protocolVersion = LEGACY_VERSIONS.find((version) => version === asked) ?? LEGACY_VERSIONS[0];
    return {
      object: {
        protocolVersion,
        capabilities: CAPABILITIES,
        serverInfo: service.serverInfo,
        instructions: service.instructions,
      },
    };
  },
};
