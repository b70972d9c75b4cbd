import { shellQuoted } from '../lib/text.ts';

export const CLIENTS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini-cli',
  'n8n',
  'curl',
  'typescript',
  'python',
] as const;
export type McpClient = (typeof CLIENTS)[number];

export interface ClientConfiguration {
  id: McpClient;
  title: string;
  where: string;
  code: string;
  /** The command for PowerShell. Undefined if `code` is not a command, or if PowerShell runs it as well. */
  powershell?: string;
  /** A link that opens the client, which asks before it adds the server. Never contains a key. */
  install?: string;
  documentation?: string;
}

/** The day on which the formats were last compared with the clients' documentation. */
export const FORMATS_CHECKED_AT = Date.UTC(2026, 10, 22);

const KEY_VARIABLE = 'JOB_DATA_KEY';
export const TEST_KEY_VARIABLE = 'JOB_DATA_TEST_KEY';
const NO_KEY = 'YOUR_API_KEY';
const SERVER = 'job-data';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const PING = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } };

/**
 * The key is read from an environment variable, or the client asks for it. Only clients that can do neither get a
 * configuration that contains `apiKey`.
 */
export function clientConfigurations(url: string, apiKey: string = NO_KEY): ClientConfiguration[] {
  const cursor = { url, headers: { Authorization: `Bearer \${env:${KEY_VARIABLE}}` } };
  const prompt = { type: 'promptString', id: 'jobdata-key', description: 'API key', password: true };
  const vscode = { type: 'http', url, headers: { Authorization: 'Bearer ${input:jobdata-key}' } };
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      where: 'bash, zsh',
      code: claudeCommand(shellWord(url), `$${KEY_VARIABLE}`),
      powershell: claudeCommand(powershellWord(url), `$env:${KEY_VARIABLE}`),
      documentation: 'https://code.claude.com/docs/en/mcp',
    },
    {
      id: 'claude-desktop',
      title: 'Claude Desktop',
      where: 'claude_desktop_config.json',
      code: json({
        mcpServers: {
          [SERVER]: {
            command: 'npx',
            // The argument after `--header` has no space, because Windows would split it there.
            args: ['-y', 'mcp-remote', url, ...plainHttp(url), '--header', 'Authorization:${AUTH_HEADER}'],
            env: { AUTH_HEADER: `Bearer ${apiKey}` },
          },
        },
      }),
      documentation: 'https://www.npmjs.com/package/mcp-remote',
    },
    {
      id: 'cursor',
      title: 'Cursor',
      where: '~/.cursor/mcp.json',
      code: json({ mcpServers: { [SERVER]: cursor } }),
      install: `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER}&config=${encodeURIComponent(Buffer.from(JSON.stringify(cursor)).toString('base64'))}`,
      documentation: 'https://cursor.com/docs/mcp',
    },
    {
      id: 'vscode',
      title: 'VS Code',
      where: '.vscode/mcp.json',
      code: json({ inputs: [prompt], servers: { [SERVER]: vscode } }),
      install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: SERVER, ...vscode, inputs: [prompt] }))}`,
      documentation: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    },
    {
      id: 'codex',
      title: 'Codex',
      ...inShells((word) => `codex mcp add ${SERVER} --url ${word(url)} --bearer-token-env-var ${KEY_VARIABLE}`),
      documentation: 'https://developers.openai.com/codex/mcp',
    },
    {
      id: 'gemini-cli',
      title: 'Gemini CLI',
      where: '~/.gemini/settings.json',
      code: json({
        mcpServers: { [SERVER]: { httpUrl: url, headers: { Authorization: `Bearer $${KEY_VARIABLE}` } } },
      }),
      documentation: 'https://geminicli.com/docs/tools/mcp-server',
    },
    {
      id: 'n8n',
      title: 'n8n',
      where: 'MCP Client Tool',
      code: `Endpoint: ${url}\nServer Transport: HTTP Streamable\nAuthentication: Bearer Auth\nBearer Token: ${apiKey}`,
      documentation: 'https://docs.n8n.io/integrations/builtin/cluster-nodes/sub-nodes/n8n-nodes-langchain.toolmcp',
    },
    {
      id: 'curl',
      title: 'curl',
      where: 'bash, zsh',
      code: curlCommand(url, PING),
      powershell: powershellCurl(url, PING),
    },
    { id: 'typescript', title: 'TypeScript', where: 'first-call.mjs', code: typescriptCall(url) },
    { id: 'python', title: 'Python', where: 'first_call.py', code: pythonCall(url) },
  ];
}

export function keyLines(apiKey: string, variable = KEY_VARIABLE): { shell: string; code: string }[] {
  return [
    { shell: 'bash, zsh', code: `export ${variable}=${apiKey}` },
    { shell: 'PowerShell', code: `$env:${variable} = '${apiKey}'` },
  ];
}

export function curlCommand(url: string, request: unknown, keyVariable = KEY_VARIABLE): string {
  return `curl -s ${shellWord(url)} -H "Authorization: Bearer $${keyVariable}" -H 'Content-Type: application/json' -d ${shellQuoted(JSON.stringify(request))}`;
}

/**
 * Returns a command for PowerShell 5.1 and later on Windows. In 5.1, `curl` alone is an alias of another command, so
 * the program is named as `curl.exe`. The request is piped as ASCII, because versions differ in how they pass quotes
 * and non-ASCII letters in arguments.
 */
export function powershellCurl(url: string, request: unknown, keyVariable = KEY_VARIABLE): string {
  const body = JSON.stringify(request).replace(/[^ -~]/g, unicodeEscape);
  return `${powershellQuoted(body)} | curl.exe -s ${powershellWord(url)} -H "Authorization: Bearer $env:${keyVariable}" -H 'Content-Type: application/json' -d '@-'`;
}

function claudeCommand(url: string, key: string): string {
  return `claude mcp add --transport http ${SERVER} ${url} --header "Authorization: Bearer ${key}"`;
}

function inShells(
  line: (word: (text: string) => string) => string,
): Pick<ClientConfiguration, 'where' | 'code' | 'powershell'> {
  const [code, powershell] = [line(shellWord), line(powershellWord)];
  return code === powershell ? { where: 'bash, zsh, PowerShell', code } : { where: 'bash, zsh', code, powershell };
}

/** Returns an example that runs in Node.js as JavaScript and as TypeScript, without dependencies. */
function typescriptCall(url: string): string {
  return `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'ping', arguments: {} },
  }),
});
const { result, error } = JSON.parse(await response.text());
if (error) throw new Error(error.message);
console.log(result.structuredContent);`;
}

function pythonCall(url: string): string {
  return `import json
import os
import urllib.request

call = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "ping", "arguments": {}},
}
request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(call).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
if "error" in answer:
    raise SystemExit(answer["error"]["message"])
print(answer["result"]["structuredContent"])`;
}

/** mcp-remote refuses plain http for hosts other than `localhost` and `127.0.0.1`, unless `--allow-http` is set. */
function plainHttp(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !['localhost', '127.0.0.1'].includes(hostname) ? ['--allow-http'] : [];
}

function shellWord(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : shellQuoted(text);
}

function powershellWord(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : powershellQuoted(text);
}

/** PowerShell also treats typographic quotes as quotes, so they are doubled too. */
function powershellQuoted(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
