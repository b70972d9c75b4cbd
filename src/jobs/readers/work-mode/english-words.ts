/**
 * Words that may stand between a number of days and its place ("two days a week in the office"), or between a term and
 * its cue, without changing the meaning.
 */
export const ENGLISH_FILLERS =
  'a an the this that of to for in at on from per each permanent central accommodate performed completed undertaken every week weeks wk month fortnight be is are was will would supported must shall may can could you your we our their they it average there usually typically normally least minimum maximum min max up approx approximately roughly and or such then time working work worked spent required need needed requires require expecting requested coming attending do done with which offered offer option options x fully home office unfortunately suitable provision scope support currently an by possibility days day typical balance hours carried out consider considering candidates who wish wishing'.split(
    ' ',
  );

/** Words of time, place or manner that may follow an adjective about the place of work ("remote in the UK"). */
export const ENGLISH_FOLLOWERS =
  'once you we so in at with from for and or but per a each every on work basis uk based within to until after ok options is are full first days day initially week this up monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays'.split(
    ' ',
  );

export const ENGLISH_JOB_NOUNS =
  'role job position post vacancy contract opportunity basis working work assignment engagement placement internship'.split(
    ' ',
  );

export const ENGLISH_OCCUPATIONS = {
  between:
    'senior junior lead graduate principal trainee digital software data web front frontend back backend full stack fullstack php java python react devops customer customers service services sales account accounts client success project product programme marketing content business finance financial credit payroll hr people talent insurance claims call contact centre recruitment technical legal mortgage tax ux ui seo copy part time live chat medical admin administrative virtual personal executive english maths inbound outbound'.split(
      ' ',
    ),
  /**
   * Words inside the name of an occupation that do not begin it: "remote support engineer" may mean support from afar.
   */
  within: ['support', 'development', 'operations', 'experience', 'relations'],
  last: 'advisor adviser agent manager consultant engineer developer representative assistant administrator coordinator co-ordinator executive specialist developer analyst designer tutor writer recruiter accountant bookkeeper underwriter handler partner associate architect planner editor translator transcriptionist researcher officer clerk secretary lead director controller scientist programmer tester teacher counsellor therapist'.split(
    ' ',
  ),
};
