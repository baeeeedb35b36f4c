// Written and reviewed for this package. One group a line; each word may stand for each other one of its line.
// A group must hold in tool catalogs of any field. Words that mean different things in different fields stay out.

/** Words that people use for one another when they ask for a tool. */
export const synonymGroups = `
  create add insert new make
  create open start
  create generate
  delete remove erase destroy drop
  delete cancel
  clear reset empty
  get fetch retrieve read obtain
  get show view display
  list all show enumerate
  search find lookup query
  find locate discover
  update edit modify change
  update set adjust
  rename move
  send deliver post
  message email mail
  message text sms chat
  reply respond answer
  run execute launch start trigger invoke
  stop terminate halt end kill
  pause suspend
  disable deactivate
  enable activate
  restart reboot
  deploy release publish
  upload put store
  download get export
  copy duplicate clone
  save store
  attach link connect
  assign allocate
  approve accept confirm
  reject deny decline
  block deny ban
  book reserve
  buy purchase order
  pay payment
  charge bill invoice
  refund reimburse
  cost price fee rate
  sell sale
  job task work
  todo task checklist
  issue bug ticket defect
  ticket case
  error exception failure crash
  log logs output
  alert alarm notification
  alert warning
  monitor watch track
  schedule plan
  schedule calendar
  meeting appointment event
  reminder alarm
  user account member
  user person people
  employee staff worker personnel
  customer client
  contact person
  team group
  role permission access
  password credential secret
  token key
  repository project
  folder directory
  file document
  doc document
  page document
  picture image photo
  video movie film
  film movie
  song music track
  audio sound speech
  voice speech
  translate language
  summary summarize
  analyze evaluate assess
  check verify validate
  check test inspect
  compute calculate
  convert transform
  estimate predict forecast
  compare difference
  recommend suggest
  weather forecast temperature
  restaurant food dining eat
  recipe cook meal
  diet nutrition calorie
  flight plane airline
  hotel accommodation lodging
  trip travel journey vacation
  car vehicle automobile
  cab taxi ride
  house home property
  apartment rent
  direction route navigation
  distance route
  location place address
  map location
  nearby local near
  store shop
  product item
  cart basket
  package parcel shipment
  delivery shipping
  stock share equity
  crypto cryptocurrency bitcoin
  currency exchange
  money cash fund
  bank account
  loan mortgage
  tax income
  revenue income
  salary wage pay
  chart graph plot
  table sheet spreadsheet
  spreadsheet excel
  row record
  column field
  database table
  server host machine instance
  container docker
  cluster kubernetes
  url link website
  website site web
  browser web
  news article headline
  paper article publication
  book novel literature
  game play
  match game
  score result
  course class lesson
  student pupil
  doctor physician
  patient medical
  disease illness
  medicine drug medication
  symptom diagnosis
  exercise workout fitness
  legal law
  lawsuit case
  attorney lawyer
  tweet twitter post
  comment note remark
  tag label
  review feedback rating
  survey poll
  branch fork
  merge combine join
  version release
  build compile
  key secret
  backup snapshot
  metric statistic
  stats statistic
  size count number
  total sum
  average mean
  quote citation
  quantity amount
  begin start
  finish complete done
  current latest now
  latest recent newest
  history past
  status state
  detail information info
  information data
  describe detail
  id identifier
  setting configuration preference
`;
