export const docsTexts = {
  docs: {
    title: 'Documentation',
    search: 'Search the documentation',
    found: (query: string) => `Pages on “${query}”`,
    nothing: 'No page contains these words. Try other words, or fewer.',
    notFoundTitle: 'Page not found',
    notFound: 'These are the pages of the documentation. The search covers all of them.',
    ofThisPage: 'Documentation for this page',
    onThisPage: 'On this page',
    allPages: 'All pages',
    onlyEnglish: 'This page is in English only.',
    callers: 'Using the service',
    operators: 'Operating',
    contributors: 'Contributing',
  },
};
