// Generates the manifest of an .mcpb bundle and server.json of the MCP registry, with which others list and start the
// service.
import { readFileSync } from 'node:fs';
import { VERSION } from '../../src/version.ts';
import { PLATFORM_SETTINGS } from '../../src/sources/platforms/index.ts';

const DESCRIPTION = 'Jobs, employer ratings and pages of Great Britain and France for programs and assistants.';
/** The manifest has one line for each tool. The tools' own descriptions come from tools/list. */
const TOOLS = {
  ping: 'Says that the service answers, which plan the account has and which platforms it may use.',
  scrape_jobs: 'Searches job platforms of one country at once and returns one clean list.',
  get_reputation: "Tells employers' ratings, numbers of reviews and themes from two review sites.",
  scrape_url: 'Reads one to five web pages as markdown, HTML or their own exchanges.',
};
const ENTRY = 'node_modules/jobdata/dist/src/cli/main.js';

interface PackageFile {
  mcpName: string;
  license: string;
  keywords: string[];
  engines: { node: string };
}

/**
 * The manifest must be beside a node_modules folder that contains the package, as after `npm install --ignore-scripts
 * --prefix FOLDER jobdata`.
 */
export function bundleManifest(root: string): object {
  const { license, keywords, engines } = readPackage(root);
  return {
    manifest_version: '0.3',
    name: 'jobdata',
    display_name: 'Job Data',
    version: VERSION,
    description: DESCRIPTION,
    author: { name: 'Job Data contributors' },
    server: {
      type: 'node',
      entry_point: ENTRY,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY}`, 'mcp'],
        env: {
          DATA_DIR: '${user_config.data_folder}',
          ...Object.fromEntries(PLATFORM_SETTINGS.map(({ name }) => [name, `\${user_config.${name.toLowerCase()}}`])),
        },
      },
    },
    tools: Object.entries(TOOLS).map(([name, description]) => ({ name, description })),
    keywords,
    license,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: {
      data_folder: {
        type: 'directory',
        title: 'Data folder',
        description: 'Where searches are kept and calls are counted. One program at a time uses it.',
        required: true,
        default: '${HOME}/.jobdata',
      },
      ...Object.fromEntries(
        PLATFORM_SETTINGS.map(({ name, meaning, secret }) => [
          name.toLowerCase(),
          {
            type: 'string',
            title: name,
            description: meaning,
            required: false,
            default: '',
            ...(secret ? { sensitive: true } : {}),
          },
        ]),
      ),
    },
  };
}

export function registryServer(root: string): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: readPackage(root).mcpName,
    title: 'Job Data',
    description: DESCRIPTION,
    version: VERSION,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: 'jobdata',
        version: VERSION,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          {
            name: 'DATA_DIR',
            description: 'Folder of the database; in the home folder when unset.',
            format: 'filepath',
          },
          ...PLATFORM_SETTINGS.map(({ name, meaning, secret }) => ({
            name,
            description: meaning,
            ...(secret ? { isSecret: true } : {}),
          })),
        ],
      },
    ],
  };
}

function readPackage(root: string): PackageFile {
  return JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as PackageFile;
}
