import type { DashboardApp } from '../scope.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ScrapeJobsResult } from '../../../schemas/index.ts';
import { JSON_TYPE } from '../../http/content-types.ts';
import { html } from '../html.ts';
import type { Playground } from './playground.ts';
import { playgroundQuerySchema, type PlaygroundQuery } from '../tool-calls/form.ts';
import { writeJobsCsv } from '../../widgets/shared/jobs-csv.ts';
import { selectJobs } from '../../widgets/shared/select-jobs.ts';
import { readJobsView } from '../tool-calls/jobs.ts';
import { accountOf } from '../page-context.ts';
import type { ShownToolResult } from '../tool-calls/views/answer.ts';
import { sendNarrow } from '../layout.ts';

type FileRequest = FastifyRequest<{ Querystring: PlaygroundQuery }>;

export function registerPlaygroundFiles(own: DashboardApp, playground: Playground): void {
  const schema = { querystring: playgroundQuerySchema(playground.tools) };

  own.get('/playground/answer.json', { schema }, async (request, reply) => {
    const found = findResult(playground, request);
    if (!found) return sendGone(request, reply);
    return sendFile(reply, `${found.tool}.json`, JSON_TYPE, JSON.stringify(found.result.structuredContent, null, 2));
  });

  own.get('/playground/jobs.json', { schema }, async (request, reply) => {
    const jobs = findJobs(playground, request);
    return jobs ? sendFile(reply, 'jobs.json', JSON_TYPE, JSON.stringify(jobs, null, 2)) : sendGone(request, reply);
  });

  own.get('/playground/jobs.csv', { schema }, async (request, reply) => {
    const jobs = findJobs(playground, request);
    return jobs ? sendFile(reply, 'jobs.csv', 'text/csv; charset=utf-8', writeJobsCsv(jobs)) : sendGone(request, reply);
  });
}

function findResult(
  playground: Playground,
  request: FileRequest,
): { tool: string; result: ShownToolResult } | undefined {
  const answer = playground.answers.find(accountOf(request).id, request.query.run ?? '');
  if (answer?.outcome.kind !== 'result') return undefined;
  return { tool: answer.form.tool, result: JSON.parse(answer.outcome.json) as ShownToolResult };
}

function findJobs(playground: Playground, request: FileRequest): ScrapeJobsResult['jobs'] | undefined {
  const found = findResult(playground, request);
  if (found?.tool !== 'scrape_jobs') return undefined;
  const { jobs } = found.result.structuredContent as ScrapeJobsResult;
  return selectJobs(jobs, readJobsView(request.query));
}

function sendFile(reply: FastifyReply, name: string, type: string, content: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content);
}

function sendGone(request: FileRequest, reply: FastifyReply): FastifyReply {
  const { texts } = request.pageContext;
  const { tool = '', mode = '' } = request.query;
  return sendNarrow(reply, {
    title: texts.playground.title,
    status: 404,
    body: html`<p role="alert">${texts.playground.gone}</p>
      <p>
        <a href="/playground?tool=${encodeURIComponent(tool)}&amp;mode=${encodeURIComponent(mode)}"
          >${texts.common.back}</a
        >
      </p>`,
  });
}
