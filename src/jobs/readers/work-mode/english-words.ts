/**
 * Words that may stand between a count of days and its place, or between a term and its cue, without changing the
 * meaning.
 */
export const ENGLISH_FILLERS =
  'a an the this that of to for in at on from per each time permanent temporary central accommodate performed completed undertaken every week weeks wk month fortnight be been being is are was will would supported must should shall may can could you your we our their they it average there currently usually typically normally generally least most minimum maximum min max up about around approx approximately roughly only just also and or like such then full time working work worked spent based required need needed requires require expected expect expecting requested come coming attend attending do done able split with which available offered offer option options possible x fully either office-based remote remotely home office site unfortunately role position job post opportunity suitable open eligible any provision scope support currently being an as by possibility pattern days day flexible including typical able balance hours carried out consider considering candidates applicants who wish wishing'.split(
    ' ',
  );

/**
 * Words that may follow an adjective about the place of work ("remote in the UK"); they state time, place or manner.
 */
export const ENGLISH_FOLLOWERS =
  'so because once twice you we so in at with from for and or but per a each every on as only working work role job position post basis contract uk based within to until after during if when where ok possible available options option is are can pattern model opportunity vacancy full part permanent temporary first following days day environment initially week this if anywhere across throughout up monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays'.split(
    ' ',
  );

/** Words for the job after an adjective: "a remote position". */
export const ENGLISH_JOB_NOUNS =
  'role job position post vacancy contract opportunity basis working work assignment engagement placement internship'.split(
    ' ',
  );

/** Words in names of occupations: "Remote Senior Software Engineer". */
export const ENGLISH_OCCUPATIONS = {
  between:
    'senior junior lead graduate principal trainee digital software data web front frontend back backend full stack fullstack php java python react devops customer customers service services sales account accounts client success project product programme marketing content business finance financial credit payroll hr people talent insurance claims call contact centre recruitment technical legal mortgage tax ux ui seo copy part time live chat medical admin administrative virtual personal executive english maths inbound outbound'.split(
      ' ',
    ),
  /** These cannot be the first word of a name: "remote support engineer" may mean support from afar. */
  within: ['support', 'development', 'operations', 'experience', 'relations'],
  last: 'advisor adviser agent manager consultant engineer developer representative assistant administrator coordinator co-ordinator executive specialist developer analyst designer tutor writer recruiter accountant bookkeeper underwriter handler partner associate architect planner editor translator transcriptionist researcher officer clerk secretary lead director controller scientist programmer tester teacher counsellor therapist'.split(
    ' ',
  ),
};
