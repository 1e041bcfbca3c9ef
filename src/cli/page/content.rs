//! The page of a game: its sections as data, and as Markdown.

use super::about::About;
use super::agreements::{self, Agreement};
use super::damage::{self, Damaged};
use super::gather::Gathered;
use super::markdown::Markdown;
use super::readings::Readings;
use super::rules::Rules;
use super::sample::{self, Sample};
use super::setting::Setting;
use super::silences::{self, Silence};
use super::texts::{self, Text};
use super::trials::{self, Trial};
use super::words::{self, Words};
use crate::cli::exit::Fault;
use serde::Serialize;

/// A page: `{"bopu", "about", "texts", "setting", "words", "rules", "readings", "agreements", "damage", "silences", "trials", "sample"}`.
#[derive(Debug, Serialize)]
pub struct Content {
    pub bopu: u32,
    pub about: About,
    pub texts: Vec<Text>,
    pub setting: Setting,
    pub words: Vec<Words>,
    pub rules: Rules,
    pub readings: Readings,
    pub agreements: Vec<Agreement>,
    pub damage: Vec<Damaged>,
    pub silences: Vec<Silence>,
    pub trials: Vec<Trial>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// The nearest base that has a page.
    #[serde(skip)]
    base: Option<String>,
}

impl Content {
    /// What there is to be said of a game; `picture` says whether its board is drawn beside the page.
    ///
    /// # Errors
    /// As [`Readings::of`].
    pub fn of(of: &Gathered, picture: bool) -> Result<Self, Fault> {
        Ok(Self {
            bopu: 1,
            about: About::of(of),
            texts: texts::of(of),
            setting: Setting::of(of, picture),
            words: words::of(of),
            rules: Rules::of(of),
            readings: Readings::of(of)?,
            agreements: agreements::of(of),
            damage: damage::of(of),
            silences: silences::of(of),
            trials: trials::of(of),
            sample: sample::of(&of.start),
            base: of.own.base.clone(),
        })
    }

    /// The page, which begins with a remark for who looks into the file.
    pub fn markdown(&self, note: &str) -> String {
        let base = self.base.as_ref();
        let mut page = Markdown::default();
        page.block(&format!("<!-- {note} -->"));
        self.about.write(&mut page);
        page.contents();
        texts::write(&self.texts, base, &mut page);
        self.setting.write(&self.about.id, &mut page);
        words::write(&self.words, &mut page);
        self.rules.write(base, &mut page);
        self.readings.write(base, &mut page);
        agreements::write(&self.agreements, &mut page);
        damage::write(&self.damage, &mut page);
        silences::write(&self.silences, &mut page);
        trials::write(&self.trials, &mut page);
        if let Some(sample) = &self.sample {
            sample.write(&self.about.id, &mut page);
        }
        page.finish()
    }
}
