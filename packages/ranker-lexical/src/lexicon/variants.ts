// Written for this package: what Snowball leaves apart. The words of a line stand for one another.

/** Forms of one word and its usual abbreviations. */
export const variantGroups = `
  pay payment
  sell sale
  analyze analysis analytic
  analyse analysis analytic
  convert conversion
  detect detector
  subscribe subscription
  describe description
  decide decision
  choose choice
  produce production
  compress compression
  authenticate authentication auth
  authorize authorization auth
  configure configuration config
  repository repo
  database db
  document doc
  kubernetes k8s
  application app
  environment env
  information info
  parameter param
  statistic stats
  administrator admin
  organization org
  organisation organization
  production prod
  message msg
  image img
  picture pic
  number num
  temporary temp
  maximum max
  minimum min
  average avg
  reservation reserve
  registration register
  transcription transcribe
  transcript transcribe
  explanation explain
  translation translate
  translator translate
  recommend recommendation
  permission permit
  delete deletion
  remove removal
  approve approval
  renew renewal
  withdraw withdrawal
  deliver delivery
  discover discovery
  retrieve retrieval
  arrive arrival
  depart departure
  receive receipt
  maintain maintenance
  perform performance
  analysis analyses
  advertise advertisement ad
  advert ad
  photo photograph
  math mathematics
  calculate calculation calculator
  geography geographic
  history historical
  music musical
  medicine medical
  medication medicine
  finance financial
  economy economic
  electric electrical electricity
  chemistry chemical
  biology biological
  politics political
  psychology psychological
  statistic statistical
  crypto cryptocurrency
  btc bitcoin
  eth ethereum
  usd dollar
  transaction tx
  address addr
  color colour
  center centre
  licence license
  cancel cancellation
  canceled cancelled
  synchronize sync
  synchronise synchronize
  optimize optimization
  optimise optimize
  summarize summary summarise
  visualize visualization
  categorize category
  prioritize priority
  identify identity identification
  verify verification
  notify notification
  classify classification
  modify modification
  specify specification
  simplify simplification
  multiply multiplication
  divide division
  subtract subtraction
  add addition
  compare comparison
  predict prediction predictor
  solve solution solver
  measure measurement
  invest investment investor
  employ employee employment
  manage management manager
  develop developer
  design designer
  teach teacher
  compute computation
  simulate simulation
  evaluate evaluation
  estimate estimation
  generate generator generation
  validate validation validator
  navigate navigation
  investigate investigation
  allocate allocation
  locate location
  donate donation
  communicate communication
  collaborate collaboration
  automate automation
  create creation
  operate operation
  pull pr
  merge mr
  authentication login
  certificate cert
  directory dir
  specification spec
  reference ref
  virtual vm
  accessibility a11y
  internationalization i18n
  localization l10n
  service svc
  deployment deploy
  namespace ns
  attribute attr
  argument arg
  column col
  previous prev
  source src
  destination dest
  package pkg
  library lib
  synchronization sync
`;
