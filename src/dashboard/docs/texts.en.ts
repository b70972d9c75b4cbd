export const docsTexts = {
  docs: {
    title: 'Documentation',
    search: 'Search the documentation',
    found: (query: string) => `Results for “${query}”`,
    nothing: 'No page contains these words. Try different or fewer words.',
    notFoundTitle: 'Page not found',
    notFound: 'These are the documentation pages. The search covers all of them.',
    onThisPage: 'On this page',
    allPages: 'All pages',
    onlyEnglish: 'This page is available only in English.',
    callers: 'Using the service',
    operators: 'Operating',
    contributors: 'Contributing',
  },
};
