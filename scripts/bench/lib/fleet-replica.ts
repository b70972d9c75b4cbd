// Runs a replica for the scale benchmark, in which one feed answers all requests to other sites.
import { loadForStart } from '../../../src/app/check-start.ts';
import { serve } from '../../../src/app/serve.ts';
import { feed } from './feed.ts';

const running = await serve(await loadForStart(process.env), (text) => process.stdout.write(text), {
  egress: {
    fetch: async ({ url }) => ({ status: 200, url, headers: {}, body: Buffer.from(feed(50)) }),
    close: async () => {},
  },
});
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
