import { counted } from '../../lib/counted.ts';
import { sharedTexts } from '../texts/shared.en.ts';

export const en = {
  menu: 'Usage',
  ...sharedTexts.usage,
  title: 'Usage',
  calls: 'Calls',
  chartCredits: 'Credits',
  chartCalls: 'Calls',
  chartFigure: {
    credits: (amount: string) => counted(amount, 'credit', 'credits'),
    calls: (amount: string) => counted(amount, 'call', 'calls'),
  },
  chartShow: 'Show',
  splitBy: 'By',
  chartSummary: (what: string, total: string, from: string, to: string) =>
    `${what} by day from ${from} to ${to}: ${total} in total. The table below shows the figures.`,
  chartHelp: 'To see a day’s figures, point at the day or move to it with the arrow keys.',
  others: 'others',
  earlierMonth: 'Previous month',
  laterMonth: 'Next month',
  noneInMonth: 'No calls in this month.',
  table: 'The figures as a table',
  day: 'Day',
  total: 'Total',
  byKey: 'By key',
  logLead: (days: number) =>
    `The log shows the month above, unless you choose dates. Calls from past months are stored for ${days} days.`,
  filter: 'Filter',
  from: 'From',
  until: 'To',
  anyTool: 'any tool',
  anyOutcome: 'any outcome',
  anyKey: 'any key',
  apply: 'Apply',
  clear: 'Clear',
  csv: 'Download as CSV',
  none: 'No calls match.',
  found: (calls: string, cost: string) => `${counted(calls, 'call', 'calls')}, ${counted(cost, 'credit', 'credits')}`,
  inSums: (calls: string) =>
    `This total includes ${counted(calls, 'free call', 'free calls')} that the log does not list, because it lists at most sixty free calls a minute for each key.`,
};
