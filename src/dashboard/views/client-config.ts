/** A ready piece of configuration for one client. */
export interface Snippet {
  id: string;
  title: string;
  /** Where it goes: a file, or a command line. */
  where: string;
  code: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Configurations of the usual clients for the service at `url`. The key comes from a variable or a prompt: never in a file. */
export function clientSnippets(url: string): Snippet[] {
  const bearer = 'Bearer ${env:JOB_DATA_KEY}';
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      where: 'shell',
      code: `claude mcp add --transport http job-data ${url} --header "Authorization: Bearer $JOB_DATA_KEY"`,
    },
    {
      id: 'cursor',
      title: 'Cursor',
      where: '.cursor/mcp.json',
      code: json({ mcpServers: { 'job-data': { url, headers: { Authorization: bearer } } } }),
    },
    {
      id: 'vscode',
      title: 'VS Code',
      where: '.vscode/mcp.json',
      code: json({
        inputs: [{ type: 'promptString', id: 'jobdata-key', description: 'Job Data API key', password: true }],
        servers: { 'job-data': { type: 'http', url, headers: { Authorization: 'Bearer ${input:jobdata-key}' } } },
      }),
    },
    {
      id: 'codex',
      title: 'Codex',
      where: '~/.codex/config.toml',
      code: `[mcp_servers.job-data]\nurl = "${url}"\nbearer_token_env_var = "JOB_DATA_KEY"`,
    },
    {
      id: 'n8n',
      title: 'n8n',
      where: 'MCP Client Tool',
      code: `Endpoint: ${url}\nServer Transport: HTTP Streamable\nAuthentication: Bearer Auth`,
    },
    {
      id: 'curl',
      title: 'curl',
      where: 'shell',
      code: curlCommand(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } }),
    },
  ];
}

/** A request as a shell command; quotes in it end and reopen the shell's own. */
export function curlCommand(url: string, request: unknown, keyVariable = 'JOB_DATA_KEY'): string {
  const body = JSON.stringify(request).replaceAll("'", String.raw`'\''`);
  return `curl -s ${url} -H "Authorization: Bearer $${keyVariable}" -H 'Content-Type: application/json' -d '${body}'`;
}
