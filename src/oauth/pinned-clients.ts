import type { OAuthClient } from './client.ts';

/**
 * Copies of the metadata documents of widely used clients, for the case that a document cannot be fetched: some sites
 * block data centres.
 */
const PINNED: readonly OAuthClient[] = [
  {
    id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    name: 'Claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    host: 'claude.ai',
  },
  {
    id: 'https://claude.ai/oauth/claude-code-client-metadata',
    name: 'Claude Code',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    host: 'claude.ai',
  },
  {
    id: 'https://chatgpt.com/oauth/client.json',
    name: 'ChatGPT',
    redirectUris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    host: 'chatgpt.com',
  },
  {
    id: 'https://chatgpt.com/oauth/codex/client.json',
    name: 'Codex',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    host: 'chatgpt.com',
  },
  {
    id: 'https://vscode.dev/oauth/client-metadata.json',
    name: 'Visual Studio Code',
    redirectUris: [
      'http://127.0.0.1:33418/',
      'http://localhost:33418/',
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
    ],
    host: 'vscode.dev',
  },
];

const BY_ID: ReadonlyMap<string, OAuthClient> = new Map(PINNED.map((client) => [client.id, client]));

export function findPinned(id: string): OAuthClient | undefined {
  return BY_ID.get(id);
}
