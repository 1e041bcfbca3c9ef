//! What a reader of messages calls each rule of the grammar.

use super::Rule;

/// How a rule is named where it was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A sign, shown between backticks.
    Sign(&'static str),
    /// A word of the language, shown between backticks.
    Word,
    /// A kind of thing: `an expression`.
    Thing(&'static str),
    /// Something an expression can begin with.
    Operand,
    /// Something that goes on with an expression.
    Operator,
    /// What a declaration rests on or depends on.
    Tail,
    /// The end of what is there.
    End,
    /// A form that is accepted only to say how it is written.
    Never,
}

/// The name of a rule. Without a wildcard, so that no rule of the grammar can lack one.
pub fn name(rule: Rule) -> Name {
    use Name::{End, Never, Operand, Operator, Sign, Tail, Thing, Word};
    match rule {
        Rule::language => Thing("`language 1`"),
        Rule::header => Thing("`game NAME` or `library NAME`"),
        Rule::item => Thing("a declaration"),
        Rule::statement => Thing("a statement"),
        Rule::block => Thing("a block in braces"),
        Rule::part => Thing("a part of a step or a condition (`require`, `let`, `pick`, `do`, `notation`)"),
        Rule::parts => Thing("parts in braces"),
        Rule::expr | Rule::ranged | Rule::sum | Rule::reference => Thing("an expression"),
        Rule::atom | Rule::move_owner | Rule::as_part => Thing("a number, a name or an expression in parentheses"),
        Rule::cell | Rule::face_value => Thing("a value"),
        Rule::type_name | Rule::type_bag | Rule::type_list | Rule::type_set | Rule::type_inline | Rule::type_range => {
            Thing("a type")
        }
        Rule::clauses | Rule::clause_range | Rule::clause_id | Rule::dotted_clause => {
            Thing("a clause id such as `source.1`")
        }
        Rule::word
        | Rule::ident
        | Rule::reserved
        | Rule::kind_name
        | Rule::mark_name
        | Rule::old_mark
        | Rule::rule_name => Thing("a name"),
        Rule::below => Never,
        Rule::supplier => Thing("what supplies it, such as `FILE.NAME`"),
        Rule::file_id => Thing("a file's name (ASCII letters, digits, `-`, `_`)"),
        Rule::part_name => Thing("a part's name such as `step.part`"),
        Rule::string => Thing("a text in quotation marks"),
        Rule::number => Thing("a number"),
        Rule::alternative | Rule::alternative_core => Thing("an alternative"),
        Rule::alternatives => Thing("alternatives in braces"),
        Rule::arm | Rule::value_arm => Thing("a case (`EXPRESSION -> …`)"),
        Rule::choice => Thing("a choice of the reading"),
        Rule::picked => Thing("what the witness takes (`READING = CHOICE`)"),
        Rule::setup_entry => Thing("an entry such as `13: 5`"),
        Rule::setup_entries => Thing("pieces in braces (`{ 13: 5 }`)"),
        Rule::one_side => Thing("a side (`NAME = SEAT, SEAT`)"),
        Rule::side_pieces => Thing("a side's pieces (`NAME { 13: 5 }`)"),
        Rule::example_line => Thing("a line of an example (`given`, `to move`, `throw`, `expect`, …)"),
        Rule::example_block => Thing("lines in braces"),
        Rule::group_edit | Rule::table_edit | Rule::part_edit | Rule::setup_edit => {
            Thing("an edit (`add`, `override`, `remove`)")
        }
        Rule::edit_kind => Thing("a kind of declaration (`step`, `phase`, …)"),
        Rule::rests_entry => Thing("an entry of the table"),
        Rule::glossary_entry => Thing("a word with its gloss (`WORD \"GLOSS\"`)"),
        Rule::printed_false => Thing("`false as printed`"),
        Rule::layout_line => Thing("a line of the layout"),
        Rule::layout_row | Rule::layout_block | Rule::layout_cell => Thing("a space or a run of spaces"),
        Rule::column => Thing("a column"),
        Rule::member => Thing("a member"),
        Rule::account => Thing("an account (`purse of each player = N`, `pot NAME = N`, `bank NAME`)"),
        Rule::party => Thing("who pays or is paid (a player, a pot, the bank, `each player`)"),
        Rule::table_row | Rule::row_core => Thing("a row of the table"),
        Rule::row_head | Rule::row_faces => Thing("which throws belong to the row"),
        Rule::param | Rule::step_param => Thing("a parameter"),
        Rule::params | Rule::step_params => Thing("parameters in parentheses"),
        Rule::named_text => Thing("a name"),
        Rule::notation_entry => Thing("an entry such as `join \" \"`"),
        Rule::face => Thing("a face"),
        Rule::route_step | Rule::route_steps => Thing("a space of the route"),
        Rule::place => Thing("a place (`before NAME` or `after NAME`)"),
        Rule::play_rule | Rule::play_rule_core => Thing("a rule such as `NAME: EXPRESSION`"),
        Rule::move_whose | Rule::move_number => Thing("a number of pieces"),
        Rule::names => Thing("names in parentheses"),
        Rule::leaves => Thing("`leaves`"),
        Rule::plays | Rule::cannot | Rule::seat_does => Thing("`plays` or `cannot`"),
        Rule::change => Thing("`rose by` or `fell by`"),
        Rule::lasting => Thing("a scope (`game`, `match`)"),
        Rule::scope => Thing("a scope (`round`, `turn`, `game`, `match`)"),
        Rule::modifier => Thing("`override` or `open`"),
        Rule::quantifier => Thing("a quantifier (`some`, `all`, `no`, …)"),
        Rule::comma => Sign(","),
        Rule::colon => Sign(":"),
        Rule::equals => Sign("="),
        Rule::bar => Sign("|"),
        Rule::arrow => Sign("->"),
        Rule::lbrace => Sign("{"),
        Rule::lparen => Sign("("),
        Rule::lbracket => Sign("["),
        Rule::rparen => Sign(")"),
        Rule::rbracket => Sign("]"),
        Rule::assign => Sign(":="),
        Rule::assign_add => Sign("+="),
        Rule::assign_sub => Sign("-="),
        Rule::op_range => Sign(".."),
        Rule::sep | Rule::list_sep | Rule::EOI | Rule::rbrace => End,
        Rule::tail
        | Rule::warrant
        | Rule::guard
        | Rule::on_when
        | Rule::stated
        | Rule::implied
        | Rule::elsewhere
        | Rule::conjecture
        | Rule::modern
        | Rule::because
        | Rule::emends
        | Rule::kw_when => Tail,
        Rule::op_is
        | Rule::op_not_in
        | Rule::op_eq
        | Rule::op_ne
        | Rule::op_le
        | Rule::op_ge
        | Rule::op_lt
        | Rule::op_gt
        | Rule::op_add
        | Rule::op_sub
        | Rule::op_mul
        | Rule::op_div
        | Rule::kw_implies
        | Rule::kw_or
        | Rule::kw_and
        | Rule::kw_mod => Operator,
        Rule::op_neg
        | Rule::chance
        | Rule::paren
        | Rule::bag
        | Rule::such
        | Rule::set
        | Rule::quantified
        | Rule::conditional
        | Rule::cases
        | Rule::as_player
        | Rule::all_mine
        | Rule::can
        | Rule::count_step
        | Rule::mine
        | Rule::literal
        | Rule::named
        | Rule::args
        | Rule::index => Operand,
        Rule::bad_assign
        | Rule::bad_equal
        | Rule::bad_unequal
        | Rule::bad_and
        | Rule::bad_or
        | Rule::bad_not
        | Rule::stray_then
        | Rule::braced_value
        | Rule::statement_word
        | Rule::assigned => Never,
        Rule::kw_add
        | Rule::kw_after
        | Rule::kw_again
        | Rule::kw_agreed
        | Rule::kw_all
        | Rule::kw_also
        | Rule::kw_around
        | Rule::kw_as
        | Rule::kw_at
        | Rule::kw_bag
        | Rule::kw_because
        | Rule::kw_becomes
        | Rule::kw_before
        | Rule::kw_best
        | Rule::kw_beyond
        | Rule::kw_by
        | Rule::kw_call
        | Rule::kw_can
        | Rule::kw_cannot
        | Rule::kw_cases
        | Rule::kw_chance
        | Rule::kw_choose
        | Rule::kw_claim
        | Rule::kw_condition
        | Rule::kw_const
        | Rule::kw_count
        | Rule::kw_default
        | Rule::kw_dice
        | Rule::kw_die
        | Rule::kw_do
        | Rule::kw_draw
        | Rule::kw_drop
        | Rule::kw_each
        | Rule::kw_else
        | Rule::kw_elsewhere
        | Rule::kw_emit
        | Rule::kw_end
        | Rule::kw_enum
        | Rule::kw_event
        | Rule::kw_example
        | Rule::kw_expect
        | Rule::kw_extends
        | Rule::kw_false
        | Rule::kw_fell
        | Rule::kw_first
        | Rule::kw_fn
        | Rule::kw_for
        | Rule::kw_follows
        | Rule::kw_from
        | Rule::kw_game
        | Rule::kw_given
        | Rule::kw_group
        | Rule::kw_guess
        | Rule::kw_if
        | Rule::kw_in
        | Rule::kw_is
        | Rule::kw_label
        | Rule::kw_language
        | Rule::kw_layout
        | Rule::kw_leave
        | Rule::kw_leaves
        | Rule::kw_left
        | Rule::kw_legal
        | Rule::kw_let
        | Rule::kw_library
        | Rule::kw_list
        | Rule::kw_loop
        | Rule::kw_match
        | Rule::kw_measure
        | Rule::kw_mine
        | Rule::kw_modern
        | Rule::kw_most
        | Rule::kw_move
        | Rule::kw_my
        | Rule::kw_named
        | Rule::kw_next
        | Rule::kw_no
        | Rule::kw_none
        | Rule::kw_not
        | Rule::kw_notation
        | Rule::kw_numbering
        | Rule::kw_of
        | Rule::kw_on
        | Rule::kw_only
        | Rule::kw_open
        | Rule::kw_order
        | Rule::kw_otherwise
        | Rule::kw_over
        | Rule::kw_override
        | Rule::kw_pass
        | Rule::kw_payoff
        | Rule::kw_per
        | Rule::kw_phase
        | Rule::kw_pick
        | Rule::kw_pieces
        | Rule::kw_place
        | Rule::kw_play
        | Rule::kw_player
        | Rule::kw_players
        | Rule::kw_plays
        | Rule::kw_push
        | Rule::kw_put
        | Rule::kw_rank
        | Rule::kw_read
        | Rule::kw_reading
        | Rule::kw_referee
        | Rule::kw_region
        | Rule::kw_remove
        | Rule::kw_require
        | Rule::kw_rests
        | Rule::kw_roll
        | Rule::kw_rose
        | Rule::kw_round
        | Rule::kw_route
        | Rule::kw_routine
        | Rule::kw_scope
        | Rule::kw_seat
        | Rule::kw_seats
        | Rule::kw_set
        | Rule::kw_setup
        | Rule::kw_shift
        | Rule::kw_some
        | Rule::kw_source
        | Rule::kw_space
        | Rule::kw_start
        | Rule::kw_step
        | Rule::kw_such
        | Rule::kw_bank
        | Rule::kw_emits
        | Rule::kw_money
        | Rule::kw_mark
        | Rule::kw_marks
        | Rule::kw_sides
        | Rule::kw_may
        | Rule::kw_other
        | Rule::kw_owe
        | Rule::kw_pay
        | Rule::kw_pays
        | Rule::kw_pot
        | Rule::kw_purse
        | Rule::kw_refill
        | Rule::kw_rest
        | Rule::kw_share
        | Rule::kw_short
        | Rule::kw_the
        | Rule::kw_table
        | Rule::kw_take
        | Rule::kw_that
        | Rule::kw_their
        | Rule::kw_then
        | Rule::kw_throw
        | Rule::kw_to
        | Rule::kw_true
        | Rule::kw_turn
        | Rule::kw_uses
        | Rule::kw_var
        | Rule::kw_weight
        | Rule::kw_where
        | Rule::kw_win
        | Rule::kw_wins
        | Rule::kw_with
        | Rule::kw_glossary
        | Rule::kw_lost
        | Rule::kw_printed
        | Rule::kw_status
        | Rule::kw_witness
        | Rule::kw_yes => Word,
        Rule::source
        | Rule::players
        | Rule::seats
        | Rule::sides
        | Rule::next_turn
        | Rule::pieces
        | Rule::die
        | Rule::dice
        | Rule::space
        | Rule::route
        | Rule::numbering
        | Rule::region
        | Rule::setup
        | Rule::enumeration
        | Rule::money
        | Rule::table
        | Rule::variable
        | Rule::constant
        | Rule::function
        | Rule::condition
        | Rule::routine
        | Rule::step
        | Rule::group
        | Rule::turn
        | Rule::no_turn
        | Rule::phase
        | Rule::start
        | Rule::event
        | Rule::handler
        | Rule::referee
        | Rule::ending
        | Rule::payoff
        | Rule::throw_name
        | Rule::measure
        | Rule::layout
        | Rule::play_notation
        | Rule::reading
        | Rule::witness
        | Rule::agreed
        | Rule::default_choice
        | Rule::rests
        | Rule::glossary
        | Rule::lost
        | Rule::example
        | Rule::claim
        | Rule::removal
        | Rule::edit
        | Rule::in_group
        | Rule::in_setup
        | Rule::supplied
        | Rule::in_table
        | Rule::in_other => Thing("a declaration"),
        Rule::label
        | Rule::let_statement
        | Rule::if_statement
        | Rule::for_statement
        | Rule::cases_statement
        | Rule::loop_statement
        | Rule::leave
        | Rule::roll
        | Rule::choose
        | Rule::play
        | Rule::pay
        | Rule::share
        | Rule::refill
        | Rule::again
        | Rule::then_phase
        | Rule::pass_turn
        | Rule::as_statement
        | Rule::emit
        | Rule::move_pieces
        | Rule::mark_pieces
        | Rule::shift
        | Rule::take
        | Rule::put
        | Rule::push
        | Rule::drop
        | Rule::end_statement
        | Rule::win
        | Rule::draw
        | Rule::rank
        | Rule::simple => Thing("a statement"),
        Rule::let_part | Rule::pick | Rule::require | Rule::do_part | Rule::notation => {
            Thing("a part of a step or a condition (`require`, `let`, `pick`, `do`, `notation`)")
        }
        Rule::given
        | Rule::reading_is
        | Rule::agreed_is
        | Rule::with_players
        | Rule::to_move
        | Rule::throw
        | Rule::call
        | Rule::expect => Thing("a line of an example (`given`, `to move`, `throw`, `expect`, …)"),
        Rule::expect_legal
        | Rule::expect_only
        | Rule::expect_pass
        | Rule::expect_next
        | Rule::expect_over
        | Rule::expect_pieces
        | Rule::expect_wins
        | Rule::expect_fact => Thing("what is expected"),
        Rule::group_add
        | Rule::group_override
        | Rule::table_add
        | Rule::table_override
        | Rule::part_add
        | Rule::part_override
        | Rule::edit_remove
        | Rule::setup_add
        | Rule::setup_override
        | Rule::setup_remove
        | Rule::edit_when
        | Rule::edit_becomes
        | Rule::edit_such
        | Rule::edit_best
        | Rule::edit_labelled => Thing("an edit (`add`, `override`, `remove`)"),
        // These begin with a word or a sign of their own, which is named in their stead.
        Rule::header_also
        | Rule::header_extends
        | Rule::header_uses
        | Rule::weight
        | Rule::dice_name
        | Rule::in_order
        | Rule::seat_order
        | Rule::marks
        | Rule::new_mark
        | Rule::of_each_player
        | Rule::space_range
        | Rule::columns
        | Rule::members
        | Rule::picks
        | Rule::purse
        | Rule::pot
        | Rule::bank
        | Rule::shortfall
        | Rule::short_event
        | Rule::the_rest
        | Rule::paid_rest
        | Rule::each_other
        | Rule::each_one
        | Rule::table_of
        | Rule::first_match
        | Rule::row_where
        | Rule::row_otherwise
        | Rule::route_owner
        | Rule::each_step
        | Rule::index_by
        | Rule::initial
        | Rule::game_over
        | Rule::becomes
        | Rule::on_name
        | Rule::on_before
        | Rule::layout_run
        | Rule::else_if
        | Rule::else_block
        | Rule::otherwise
        | Rule::loop_var
        | Rule::at_most
        | Rule::roll_given
        | Rule::only_if
        | Rule::such_that
        | Rule::best_by
        | Rule::by_value
        | Rule::move_all
        | Rule::at_phase
        | Rule::call_args
        | Rule::rose
        | Rule::or_none => Thing("more of this"),
        // Silent rules: they leave no trace in an error.
        Rule::WHITESPACE
        | Rule::entry_language
        | Rule::entry_header
        | Rule::entry_item
        | Rule::entry_tail
        | Rule::segment
        | Rule::declaration
        | Rule::faces
        | Rule::edit_part
        | Rule::part_core
        | Rule::statement_core
        | Rule::statement_kind
        | Rule::play_rules
        | Rule::after_name
        | Rule::reference_part
        | Rule::assign_op
        | Rule::example_word
        | Rule::expectation
        | Rule::type_base
        | Rule::operand
        | Rule::prefix
        | Rule::prefix_word
        | Rule::infix
        | Rule::comparison
        | Rule::arithmetic
        | Rule::primary => Never,
    }
}

/// The word of a rule that is a word of the language.
pub fn word(rule: Rule) -> Option<String> {
    format!("{rule:?}").strip_prefix("kw_").map(str::to_string)
}
