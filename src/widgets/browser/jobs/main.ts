import { plain } from '../dom.ts';
import { textOf } from '../message.ts';
import { runWidget } from '../widget.ts';
import { jobsView } from './jobs-view.ts';
import { readJobs } from './read-jobs.ts';
import { jobsTexts } from './texts.ts';

runWidget({
  name: 'jobs',
  title: (t) => jobsTexts(t).title,
  heading(t, data) {
    const query = plain(textOf(data['query']), 120);
    return query === '' ? jobsTexts(t).title : jobsTexts(t).titleOf(query);
  },
  waiting(t, args) {
    const query = plain(textOf(args?.['query']), 120);
    return query === '' ? jobsTexts(t).waiting : jobsTexts(t).waitingFor(query);
  },
  show(shown) {
    const result = readJobs(shown.data);
    return result && jobsView(shown, result);
  },
});
